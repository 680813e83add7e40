import type { Principal } from '../../access/principal.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { type MailboxRow, resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { Subaddress } from './subaddress.ts';

interface ReplyToRequest {
  /** The mailbox that sends. */
  readonly mailbox: MailboxRow;
  readonly subaddress: Subaddress | null;
  /** The mailbox that gets the answers. */
  readonly reference: string | null | undefined;
}

/**
 * The Reply-To address that a request names: a mailbox of the account that the caller may use. Null when
 * answers go to the sender.
 */
export async function chooseReplyTo(
  db: Queries,
  principal: Principal,
  { mailbox, subaddress, reference }: ReplyToRequest,
): Promise<string | null> {
  if (reference === undefined || reference === null) return null;
  const { id, address } = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
  if (id === mailbox.id) return null;
  if (subaddress?.mode === 'reply_to' && subaddress.instance !== null) {
    throw invalidField('reply_to', "must not be combined with an instance that's shown in Reply-To", 422);
  }
  return address;
}
