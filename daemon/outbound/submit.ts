import { reaches } from '../access/principal.ts';
import { chargeMessage } from '../accounts/charge.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { emailEffectOf } from '../messages/effect.ts';
import { addUsedBytes, insertMessage } from '../messages/insert.ts';
import { selectMessages } from '../messages/table.ts';
import { preview } from '../messages/text.ts';
import type { Transaction } from '../store/store.ts';
import { assertStrictOutcome, type SendReply, sendAnswer } from './answer.ts';
import { finishOutbound, trackDispatch } from './finish.ts';
import { enforceGates } from './gates/index.ts';
import type { SanitizedHtml } from './html/submitted.ts';
import { type BoundKey, bindKey, findBoundKey, inFlight } from './idempotency.ts';
import { senderAddress } from './subaddress.ts';
import type { Submission } from './submission.ts';

export interface SendOptions {
  readonly idempotencyKey: string | null;
  /** `Prefer: outcome=strict`. */
  readonly strict: boolean;
}

/** Sends a submission, or answers with what its idempotency key already did. */
export async function submit(
  context: Context,
  submission: Submission,
  options: SendOptions,
): Promise<SendReply> {
  const answer = await onceForKey(context, submission, options);
  if (options.strict) assertStrictOutcome(answer);
  return answer;
}

async function onceForKey(
  context: Context,
  submission: Submission,
  { idempotencyKey: key, strict }: SendOptions,
): Promise<SendReply> {
  if (key === null) return sendNow(context, submission, null, strict);
  const { account } = submission.principal;
  const bound = await findBoundKey(context.store.read, account.id, key);
  if (bound) return replay(context, submission, bound);
  if (!context.claims.claim(account.id, key, submission.mailbox.id)) throw inFlight();
  try {
    return await sendNow(context, submission, key, strict);
  } finally {
    context.claims.end(account.id, key);
  }
}

/** The send that a key already made, at its current state; the new body does not count. */
async function replay(context: Context, submission: Submission, bound: BoundKey): Promise<SendReply> {
  const { principal } = submission;
  if (!reaches(principal, bound.mailbox_id)) {
    throw new ServiceError('CONFLICT', { reason: 'idempotency_key_in_use' });
  }
  if (bound.namespace === 'draft') throw new ServiceError('IDEMPOTENCY_KEY_BOUND_TO_DRAFT');
  return answerFor(context, submission, bound.message_id);
}

async function sendNow(
  context: Context,
  submission: Submission,
  key: string | null,
  strict: boolean,
): Promise<SendReply> {
  const origin = submission.kind === 'reply' ? 'reply' : 'send';
  await enforceGates({ context, db: context.store.read, submission }, { origin, draftId: null });
  const html = (await submission.html?.sanitized(context)) ?? null;
  const messageId = await context.store.write((transaction) =>
    store(context, transaction, submission, html, key),
  );
  await trackDispatch(context, finishOutbound(context, messageId));
  await assertOutcomeKnown(context, messageId, key !== null, strict);
  return answerFor(context, submission, messageId);
}

/** Whoever sends hears at once that nobody knows whether the mail arrived (decisions 7.13, 7.16). */
async function assertOutcomeKnown(
  context: Context,
  messageId: string,
  keyed: boolean,
  strict: boolean,
): Promise<void> {
  const { state } = await context.store.read
    .selectFrom('messages')
    .select('state')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  if (state !== 'available') return;
  throw new ServiceError('DISPATCH_INDETERMINATE', {
    message_id: messageId,
    ...(strict && { email_effect: emailEffectOf({ state, hold: null, scan: null, keyed }) }),
  });
}

async function answerFor(context: Context, submission: Submission, messageId: string): Promise<SendReply> {
  const row = await selectMessages(context.store.read)
    .where('messages.id', '=', messageId)
    .executeTakeFirstOrThrow();
  return sendAnswer(context, submission.principal, row);
}

/** Charge, row, text and key: one transaction, so that a key never charges twice. */
async function store(
  context: Context,
  transaction: Transaction,
  submission: Submission,
  html: SanitizedHtml | null,
  key: string | null,
): Promise<string> {
  const { principal, mailbox, subaddress = null, thread } = submission;
  const { account } = principal;
  if (key !== null && (await findBoundKey(transaction.db, account.id, key))) throw inFlight();
  const charge = await chargeMessage(context, transaction, account.id, principal.actor);
  const id = context.random.id(transaction.now);
  const rfcMessageId = `<${id}@${context.config.platformDomain}>`;
  const size = Buffer.byteLength(submission.body) + (html?.bytes ?? 0);
  await insertMessage(transaction, {
    id,
    account_id: account.id,
    mailbox_id: mailbox.id,
    direction: 'outbound',
    state: 'scanning',
    sender: senderAddress(mailbox.address, subaddress),
    recipient: submission.to,
    envelope_sender: null,
    subject: submission.subject,
    body_preview: preview(submission.body),
    rfc_message_id: rfcMessageId,
    in_reply_to: thread?.inReplyTo ?? null,
    reference_ids: JSON.stringify(thread?.references ?? []),
    thread_id: thread?.threadId ?? rfcMessageId,
    subaddress_instance_id: subaddress?.instance ?? null,
    subaddress_mode: subaddress?.mode ?? null,
    removed_categories: html && html.removed.length > 0 ? JSON.stringify(html.removed) : null,
    read_at: null,
    raw_blob_id: null,
    size_bytes: size,
    scan: null,
    hold_context: null,
    sender_authentication: null,
    actor_type: principal.actor.type,
    actor_id: principal.actor.id,
    ...charge,
    refunded_at: null,
  });
  await transaction.db
    .insertInto('message_bodies')
    .values({ message_id: id, text: submission.body, html: html?.html ?? null, pii_spans: null })
    .execute();
  await addUsedBytes(transaction, account.id, size);
  if (key !== null) {
    await bindKey(transaction, account.id, key, {
      namespace: 'send',
      message_id: id,
      mailbox_id: mailbox.id,
    });
  }
  return id;
}
