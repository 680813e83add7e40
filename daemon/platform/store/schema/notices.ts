import type { Generated } from 'kysely';
import type { NOTICE_FORMATS, NOTICED_STATES } from '../../../../shared/contract/values.ts';

/** People and channels that are told of held mail. */
export interface NoticeTargetsTable {
  id: string;
  account_id: string;
  format: (typeof NOTICE_FORMATS)[number];
  /** An email address, or the part of a URL that is no secret. */
  address: string;
  /** Sealed; null for email. */
  url: Buffer | null;
  /** Null for all mailboxes. */
  mailbox_ids: readonly string[] | null;
  states: readonly (typeof NOTICED_STATES)[number][];
  digest_minutes: number;
  max_per_hour: number;
  enabled: boolean;
  /** `seq` and time of the first event of the next notice; null when there is nothing to tell. */
  pending_seq: number | null;
  pending_at: number | null;
  /** When the next notice is due; its job names this time, and other jobs do nothing. */
  due_at: number | null;
  /** Failed attempts to post the next notice. */
  attempts: Generated<number>;
  /** Failed attempts in a row, of this notice and earlier ones. */
  failures: Generated<number>;
  /** When notices of the last hour were sent. */
  sent_times: Generated<readonly number[]>;
  last_sent_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}
