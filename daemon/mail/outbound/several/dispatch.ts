import { NotHeldError } from '../../../platform/store/errors.ts';
import { accountScope } from '../../../platform/store/lock-scope.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { scheduleRetry } from '../../../platform/system/schedule-retry.ts';
import { trackWork } from '../../../platform/system/track-work.ts';
import { type StoredFile, storedFiles } from '../../attachments/staging/outbound-attachments.ts';
import type { MailContext } from '../../context.ts';
import type { Decision } from '../../messages/review.ts';
import { OPEN, outcomeOf as outcomeOfMessage } from '../../messages/transitions/recipients.ts';
import { handOver, outcomeOf } from '../hand-over.ts';
import { outboundMail } from '../outbound-mail.ts';
import { loadOutgoing } from '../outgoing.ts';
import { persistWithRetry, record } from '../record.ts';
import type { LocalDelivery, RemoteDelivery, TransportOutcome } from '../transport.ts';
import { type RecipientOutcome, recordOutcome, type SendingToSeveral } from './settle.ts';
import { changeRecipients, current, isToSeveral, type OutgoingToSeveral, only } from './statuses.ts';

/** Mails of one message that are handed over at the same time. */
const AT_ONCE = 8;

/**
 * Hands a message to the transport for each of its recipients, as a mail of its own. Null when a parallel
 * request had changed its state, and nothing was sent.
 */
export async function dispatchToEach(
  context: MailContext,
  sending: SendingToSeveral,
): Promise<TransportOutcome | null> {
  if (!context.ownRows.isHeld) throw new NotHeldError();
  const isFree = await context.store.write(accountScope(sending.outgoing), async (transaction) => {
    if (!(await record(context, transaction, { sending, step: 'claimed' }))) return false;
    // Rules may have left somebody out since it was loaded.
    const outgoing = await current(transaction, sending.outgoing.id);
    if (outgoing) await reopen(transaction, outgoing);
    return true;
  });
  if (!isFree) return null;
  const claim = {
    ...sending,
    outgoing: { ...sending.outgoing, state: 'dispatching' as const },
    scanned: null,
  };
  try {
    return await sendToOpen(context, withoutAdmit(claim));
  } catch (error) {
    scheduleRetry(context, () => sendRest(context, { ...sending.outgoing, decision: sending.decision }));
    throw error;
  }
}

/** Rules are asked when the dispatch starts. */
function withoutAdmit({ admit: _, ...sending }: SendingToSeveral): SendingToSeveral {
  return sending;
}

/** A message to several whose dispatch was interrupted. */
export interface Interrupted {
  readonly id: string;
  readonly account_id: string;
  /** The decision that released it. */
  readonly decision: Decision | null;
}

/** Sends to the recipients whom an interrupted dispatch didn't reach. Never rejects. */
export async function sendRest(context: MailContext, interrupted: Interrupted): Promise<void> {
  try {
    const outgoing = await loadOutgoing(context.store.read, interrupted.id);
    if (!outgoing || !isToSeveral(outgoing) || outgoing.state !== 'dispatching') return;
    const sending = { outgoing, decision: interrupted.decision, scanned: null, tries: null };
    await trackWork(context.dispatches, sendToOpen(context, sending));
  } catch (error) {
    context.log.error({ err: error, message_id: interrupted.id }, 'send not finished, will retry');
    scheduleRetry(context, () => sendRest(context, interrupted));
  }
}

/** Makes those who were deferred wait for an outcome again. */
export async function reopen(
  transaction: Transaction,
  outgoing: OutgoingToSeveral,
): Promise<OutgoingToSeveral> {
  if (!outgoing.recipients.some(({ status }) => status === 'deferred')) return outgoing;
  return changeRecipients(transaction, outgoing, ({ status, code }) =>
    status === 'deferred' ? { status: 'pending', code } : null,
  );
}

/** Hands the message over for every recipient who waits; returns what that makes of the message. */
export async function sendToOpen(context: MailContext, sending: SendingToSeveral): Promise<TransportOutcome> {
  const { store } = context;
  const { id } = sending.outgoing;
  const files = await storedFiles(store, id);
  const outgoing = await loadOutgoing(store.read, id);
  if (!outgoing || !isToSeveral(outgoing)) throw new Error(`message ${id} has no list of recipients`);
  const mail = { sending: { ...sending, outgoing }, files, at: context.clock.now() };
  const waiting = [...outgoing.recipients.keys()].filter((place) => isWaiting(outgoing.recipients[place]));
  const workers = Array.from({ length: Math.min(AT_ONCE, waiting.length) }, async () => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      // The next start goes on with a message that is being dispatched.
      if (context.stopping.aborted && outgoing.state === 'dispatching') return;
      await sendToOne(context, mail, place);
    }
  });
  const failure = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
  const after = await loadOutgoing(store.read, id);
  const recipients = after?.recipients ?? [];
  // A stop leaves some to the next start.
  if (recipients.some(({ status }) => OPEN.includes(status))) return 'ambiguous';
  return outcomeOfMessage(recipients);
}

function isWaiting(recipient: { readonly status: string } | undefined): boolean {
  return recipient?.status === 'pending';
}

interface MailToEach {
  readonly sending: SendingToSeveral;
  readonly files: readonly StoredFile[];
  /** Date of the mails, milliseconds since 1970. */
  readonly at: number;
}

async function sendToOne(
  context: MailContext,
  { sending, files, at }: MailToEach,
  place: number,
): Promise<void> {
  const mail = await outboundMail(context, sending.outgoing, { files, at, place });
  const delivery = await context.transport.prepare(mail);
  await (delivery.kind === 'local'
    ? deliverHere(context, { sending, place }, delivery)
    : deliverAway(context, { sending, place }, delivery));
}

interface OneMail {
  readonly sending: SendingToSeveral;
  readonly place: number;
}

/** Delivers and records the outcome in one transaction, so none is unknown. */
async function deliverHere(
  context: MailContext,
  { sending, place }: OneMail,
  delivery: LocalDelivery,
): Promise<void> {
  const accounts = [sending.outgoing.account_id, ...delivery.accounts];
  let isDelivered = false;
  try {
    isDelivered = await context.store.write({ accounts }, async (transaction) => {
      const plan = await delivery.plan(transaction);
      const result: RecipientOutcome = { place, outcome: plan.outcome, code: null };
      const isFree =
        (await isOwn(transaction, sending)) &&
        (await recordOutcome(context, transaction, { sending, result }));
      if (!isFree || plan.outcome !== 'accepted') return false;
      await plan.deliver();
      return true;
    });
  } finally {
    if (!isDelivered) await delivery.discard();
  }
}

/** `sending` is durable before the first byte is sent, so no crash sends a mail twice. */
async function deliverAway(
  context: MailContext,
  { sending, place }: OneMail,
  delivery: RemoteDelivery,
): Promise<void> {
  const { outgoing } = sending;
  const release = await delivery.acquire();
  try {
    if (!context.ownRows.isHeld) throw new NotHeldError();
    const isFree = await context.store.write(accountScope(outgoing), (transaction) =>
      claim(transaction, sending, place),
    );
    if (!isFree) return;
    const verdict = release ? await handOver(context, outgoing, delivery) : null;
    const result: RecipientOutcome = {
      place,
      outcome: verdict ? outcomeOf(verdict) : 'deferred',
      code: verdict && 'reason' in verdict ? verdict.reason : null,
    };
    await persistWithRetry(context, outgoing, (transaction) =>
      recordOutcome(context, transaction, { sending, result }),
    );
  } finally {
    release?.();
  }
}

async function claim(transaction: Transaction, sending: SendingToSeveral, place: number): Promise<boolean> {
  const outgoing = await current(transaction, sending.outgoing.id);
  if (!outgoing || !isWaiting(outgoing.recipients[place]) || !(await isOwn(transaction, sending)))
    return false;
  await changeRecipients(transaction, outgoing, only(place, { status: 'sending', code: null }));
  return true;
}

/** Another daemon may have taken a message over that this one dispatches. */
async function isOwn({ db, worker }: Transaction, { outgoing: { id } }: SendingToSeveral): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select(['state', 'worker'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && (row.state !== 'dispatching' || row.worker === worker);
}
