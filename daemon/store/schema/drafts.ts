import type { Generated } from 'kysely';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { Flag } from './flag.ts';

/** What a message is besides, as long as it was not sent and after it was. Its text is that of the message. */
export interface DraftsTable {
  message_id: string;
  account_id: string;
  /** Grows with every change: whoever read an older one cannot send or overwrite it. */
  revision: Generated<number>;
  /**
   * An agent was the last to change the content, and no person has named the revision that they saw since: review
   * treats a send as agent origin.
   */
  changed_by_agent: Generated<Flag>;
  updated_at: number;
  /** The message that it answers, when it was written as a reply. */
  answers_message_id: string | null;
  /** When it goes out by itself; moves with every new try. */
  send_at: number | null;
  /** What somebody asked for. */
  original_send_at: number | null;
  /** Who asked, or the agent that changed it since. */
  scheduled_by_type: 'admin' | 'agent' | 'user' | null;
  scheduled_by_id: string | null;
  send_attempts: Generated<number>;
  last_dispatch_error_code: ErrorCode | null;
  last_dispatch_attempt_at: number | null;
  /** Who waits for the outcome, once it is on its way. */
  trigger: 'sync' | 'async' | 'schedule' | null;
  /** The idempotency key that sent it. */
  sent_key: string | null;
}
