import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** Domains of customers, and how far their mail folders are read. */

export interface DomainsTable {
  id: string;
  account_id: string;
  /** Lower case, ASCII. */
  name: string;
  transport_mode: 'managed' | 'self_hosted';
  /** What the TXT record at `_agentmail.<name>` has to say. */
  claim_token: string;
  is_default: Generated<Flag>;
  verification_status: Generated<'pending' | 'verified' | 'failed'>;
  verified_at: Generated<number | null>;
  status: Generated<'active' | 'suspended'>;
  health: Generated<'healthy' | 'unhealthy' | 'unavailable'>;
  /** Checks of a verified domain that failed in a row. */
  failed_checks: Generated<number>;
  /** json: how each record was found at the last look, by purpose */
  record_states: Generated<string>;
  /** Sealed; json: how to reach the customer's own servers, with passwords. */
  self_hosted_config: Buffer | null;
  created_at: number;
}

/** How far the folder of a mailbox was read, by the UIDs of RFC 9051. */
export interface ImapPositionsTable {
  mailbox_id: string;
  account_id: string;
  /** Digits; a folder that has another one was made anew, and its numbers mean other messages. */
  uid_validity: string;
  /** The first number that was not looked at yet. */
  next_uid: number;
  /** Numbers below it were given out anew to messages that may have been taken before. */
  known_below: Generated<number>;
}
