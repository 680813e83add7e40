import type { Generated } from 'kysely';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';

/** Draft columns of a message, kept after it's sent. Its text is the message's. */
export interface DraftsTable {
  message_id: string;
  account_id: string;
  /** Increases with every change: a caller with an older one can't send or overwrite the draft. */
  revision: Generated<number>;
  /**
   * An agent was the last to change the content, and no person has named the revision that they saw since:
   * review treats a send as agent origin.
   */
  changed_by_agent: Generated<boolean>;
  updated_at: number;
  /** The message that it replies to, if any. */
  answers_message_id: string | null;
  /** Time of the next attempt to send it. */
  send_at: number | null;
  /** The requested time. */
  original_send_at: number | null;
  /** Who scheduled it, or the agent that changed it since. */
  scheduled_by_type: 'admin' | 'agent' | 'user' | null;
  scheduled_by_id: string | null;
  send_attempts: Generated<number>;
  last_dispatch_error_code: ErrorCode | null;
  last_dispatch_attempt_at: number | null;
  /** How it was sent, which says who waits for the outcome. */
  trigger: 'sync' | 'async' | 'schedule' | null;
  /** The idempotency key that sent it. */
  sent_key: string | null;
}
