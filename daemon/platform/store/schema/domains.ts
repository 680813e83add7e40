import type { Generated } from 'kysely';
import type { DnsRecord } from '../../../../shared/contract/domains.ts';

/** Domains of customers, and how far their mail folders are read. */

export interface DomainsTable {
  id: string;
  account_id: string;
  /** Lower case, ASCII. */
  name: string;
  transport_mode: 'managed' | 'self_hosted';
  /** Required content of the TXT record at `_agentmail.<name>`. */
  claim_token: string;
  is_default: Generated<boolean>;
  verification_status: Generated<'pending' | 'verified' | 'failed'>;
  verified_at: Generated<number | null>;
  status: Generated<'active' | 'suspended'>;
  health: Generated<'healthy' | 'unhealthy' | 'unavailable'>;
  /** Consecutive failed checks of a verified domain. */
  failed_checks: Generated<number>;
  /** State of each record at the last check. */
  record_states: Generated<RecordStates>;
  /** Sealed JSON: the customer's servers, with passwords. */
  self_hosted_config: Buffer | null;
  /** Gets mail to names that no mailbox has; a managed domain's only. */
  catch_all_mailbox_id: Generated<string | null>;
  created_at: number;
}

export type RecordStates = Partial<Record<DnsRecord['purpose'], DnsRecord['status']>>;

/** Position in a mailbox's IMAP folder (RFC 9051). */
export interface ImapPositionsTable {
  mailbox_id: string;
  account_id: string;
  /** UIDVALIDITY as digits. When it changes, UIDs refer to other messages. */
  uid_validity: string;
  /** The first unread UID. */
  next_uid: number;
  /** UIDs below it may refer to messages that were imported before. */
  known_below: Generated<number>;
}
