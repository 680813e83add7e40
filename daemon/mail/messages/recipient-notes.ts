import type { SentRecipient } from '../../../shared/contract/messages.ts';
import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../platform/store/store.ts';
import { domainOf } from '../../platform/system/mail-address.ts';
import { type MailboxRow, mailboxById } from '../../rules/mailboxes/table.ts';
import { isAllowlisted } from '../../rules/recipients/allowlist.ts';
import { isFirstContact } from './first-contact.ts';
import type { MessageRow } from './table.ts';

type Notes = SentRecipient['notes'] & object;

/** Adds to the recipients of held mail what a reviewer should know about them. Agents get no notes. */
export async function withNotes(
  db: Queries,
  principal: Principal,
  { row, recipients }: { readonly row: MessageRow; readonly recipients: readonly SentRecipient[] },
): Promise<SentRecipient[]> {
  const isHeld = row.hold_context !== null && (row.state === 'pending_review' || row.state === 'quarantined');
  const mailbox = isHeld && principal.origin === 'human' ? await mailboxById(db, row.mailbox_id) : undefined;
  if (!mailbox) return [...recipients];
  const common = commonDomain(recipients);
  return Promise.all(
    recipients.map(async (recipient) => {
      const notes = await notesOn(db, mailbox, recipient.address);
      if (common !== null && domainOf(recipient.address).toLowerCase() !== common) notes.push('other_domain');
      return notes.length === 0 ? recipient : { ...recipient, notes };
    }),
  );
}

async function notesOn(db: Queries, mailbox: MailboxRow, address: string): Promise<Notes> {
  const notes: Notes = [];
  if (await isFirstContact(db, mailbox, address)) notes.push('first_contact');
  const isListed = mailbox.recipient_policy_mode === 'allowlist' || mailbox.agent_send_containment;
  if (isListed && !(await isAllowlisted(db, mailbox.id, address))) notes.push('not_on_allowlist');
  return notes;
}

/** The domain that most recipients have, if it's that of two or more. */
function commonDomain(recipients: readonly SentRecipient[]): string | null {
  const domains = Map.groupBy(recipients, ({ address }) => domainOf(address).toLowerCase());
  const [most] = [...domains].sort(([, one], [, other]) => other.length - one.length);
  return most && most[1].length > 1 ? most[0] : null;
}
