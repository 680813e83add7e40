import type { Generated } from 'kysely';
import type { DnsRecord } from '../../../../shared/contract/domains.ts';

/** Domains of customers, servers of single mailboxes, and how far mail folders are read. */

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

/** The servers of a mailbox whose address is of another service. */
export interface MailboxConnectionsTable {
  mailbox_id: string;
  account_id: string;
  /** Sealed JSON: the servers, with passwords; null once disconnected. */
  config: Buffer | null;
  /** Fate of a message in the folder once it is stored here. */
  after_taking: 'keep' | 'seen' | 'delete' | 'move';
  /** Folder of `move`. */
  move_to: string | null;
  /** Mail that arrived there since is imported, milliseconds since 1970; null for none. */
  imported_since: number | null;
  /** UID of a stored message on which `after_taking` isn't done yet. */
  pending_uid: number | null;
  /** Stage and reason of the last failure, as `stage:reason`; null while the server works. */
  imap_failure: string | null;
  smtp_failure: string | null;
  failing_since: number | null;
  created_at: number;
}
