import { z } from 'zod';
import { returnPath } from '../../network/domains/return-path.ts';
import { NO_TURN } from '../../network/smtp-client/verdict.ts';
import { type MailboxRow, mailboxById } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { type MessageRow, selectMessages } from '../messages/table.ts';
import { sourceOf } from '../outbound/source.ts';
import type { LocalDelivery, OutboundMail, RemoteDelivery } from '../outbound/transport.ts';
import { isCopyTarget } from './address.ts';
import { composeCopy, isCopy } from './compose.ts';

/** Copies that are sent in parallel, which are in memory meanwhile. */
export const COPIES_AT_ONCE = 16;

/**
 * Copies of messages with the same Message-ID in one mailbox. A forwarder that removes the mark of copies
 * would otherwise bring each back without end.
 */
const COPIES_OF_ONE = 3;

const payload = z.object({ id: z.string(), message_id: z.string(), give_up_at: z.int() });

/**
 * Sends a copy of a message to the owner's address. Throws on a temporary failure, so that the job is
 * retried. A crash can send it twice, which is better than not at all.
 */
export async function sendCopy(context: MailContext, raw: unknown): Promise<void> {
  const { id, message_id, give_up_at: deadline } = payload.parse(raw);
  const mail = await copyOf(context, { id, messageId: message_id });
  if (mail === null) return;
  const delivery = await context.transport.prepare(mail);
  const failure = await (delivery.kind === 'local'
    ? keep(context, mail, delivery)
    : hand(context, deadline, delivery));
  if (failure !== null) context.log.warn({ message_id, reason: failure }, 'copy of a message not delivered');
}

/** Null when the message has no copy: its mailbox makes none any more, or it is one itself. */
async function copyOf(
  context: MailContext,
  { id, messageId }: { readonly id: string; readonly messageId: string },
): Promise<OutboundMail | null> {
  const { config, secrets, store } = context;
  const row = await selectMessages(store.read).where('messages.id', '=', messageId).executeTakeFirst();
  const mailbox = row && (await mailboxById(store.read, row.mailbox_id));
  if (!row || !mailbox?.copy_to || mailbox.status === 'deleted' || !(await isSettled(context, row)))
    return null;
  if (!(await isCopyTarget(context, mailbox.copy_to))) return null;
  const source = await sourceOf(context, row);
  if (source === null || isCopy(secrets, source) || (await isRepeated(context, row, mailbox))) return null;
  const author = (row.direction === 'inbound' ? row.from_address : null) ?? row.sender;
  return {
    messageId,
    accountId: row.account_id,
    connectedMailbox: mailbox.connection_state === null ? null : mailbox.id,
    envelopeFrom: returnPath(secrets, { messageId: id, recipient: null }, config.platformDomain),
    headerFrom: mailbox.address,
    to: mailbox.copy_to,
    subject: row.subject,
    text: '',
    html: null,
    isAsStored: true,
    raw: composeCopy(secrets, { messageId, raw: source, author, mailbox }),
  };
}

/** Whether the message wasn't held, blocked or deleted since, and its account still sends. */
async function isSettled({ store }: MailContext, row: MessageRow): Promise<boolean> {
  const expected = row.direction === 'inbound' ? ['available'] : ['delivered', 'bounced'];
  if (!expected.includes(row.state)) return false;
  const account = await store.read
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', row.account_id)
    .executeTakeFirst();
  return account?.status === 'active';
}

async function isRepeated({ store }: MailContext, row: MessageRow, mailbox: MailboxRow): Promise<boolean> {
  if (row.rfc_message_id === null) return false;
  const { count } = await store.read
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailbox.id)
    .where('rfc_message_id', '=', row.rfc_message_id)
    .executeTakeFirstOrThrow();
  return count > COPIES_OF_ONE;
}

/** Keeps a copy in the outbox, where mail doesn't leave this machine. Null when it's kept. */
async function keep(
  context: MailContext,
  mail: OutboundMail,
  delivery: LocalDelivery,
): Promise<string | null> {
  let outcome: string | undefined;
  try {
    outcome = await context.store.write({ accounts: [mail.accountId ?? ''] }, async (transaction) => {
      const plan = await delivery.plan(transaction);
      if (plan.outcome === 'accepted') await plan.deliver();
      return plan.outcome;
    });
  } finally {
    if (outcome !== 'accepted') await delivery.discard();
  }
  return outcome === 'accepted' ? null : outcome;
}

/** Hands a copy to a mail server. Null when it may have arrived, else the reason of the refusal. */
async function hand(
  context: MailContext,
  deadline: number,
  delivery: RemoteDelivery,
): Promise<string | null> {
  const release = await delivery.acquire();
  try {
    const verdict = release ? await delivery.send() : NO_TURN;
    if (verdict.kind === 'accepted' || verdict.kind === 'ambiguous') return null;
    if (verdict.kind === 'deferred' && context.clock.now() < deadline) {
      throw new Error(`copy not accepted yet (${verdict.reason})`);
    }
    return verdict.reason;
  } finally {
    release?.();
  }
}
