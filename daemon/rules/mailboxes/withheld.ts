import { sql } from 'kysely';
import type { MessageState } from '../../../shared/contract/messages.ts';
import type { Principal } from '../../access/principal.ts';
import type { MailboxRow } from './table.ts';

/** Access that a reader requests; it can only narrow. */
export type AskedAccess = 'metadata' | undefined;

type Access = Pick<MailboxRow, 'agent_quarantine_access'>;

/** Whether a reader of a mailbox gets no text of inbound mail that isn't `available`. */
export function isKeptFromText(
  { role }: Pick<Principal, 'role'>,
  { agent_quarantine_access: access }: Access,
  asked?: AskedAccess,
): boolean {
  return asked === 'metadata' || (role === 'agent' && access === 'metadata');
}

/**
 * Mail with text that isn't cleared: the scan or the sender policy holds it, or it isn't scanned yet. Where
 * agents read metadata only, its text doesn't reach them whatever its state becomes, unless a person releases
 * it.
 */
export function isHeldBack({
  direction,
  state,
}: {
  readonly direction: string;
  readonly state: MessageState;
}) {
  return direction === 'inbound' && state !== 'available';
}

/** The opposite of `isHeldBack`, for queries. */
export const NOT_HELD_BACK = sql<boolean>`(messages.direction = 'outbound' or messages.state = 'available')`;
