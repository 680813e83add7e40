import type { SendReply } from '../../shared/contract/messages.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { effectOf } from '../messages/effect.ts';
import { type MessageRow, selectMessages } from '../messages/table.ts';
import { prepareQuery } from '../store/prepared.ts';
import { trackWork } from '../system/track-work.ts';
import { assertStrictOutcome, replayAnswer, STRICT_APPLIED, sendAnswer } from './answer.ts';
import { enforceGates, type GateAttempt } from './gates/index.ts';
import { oncePerKey } from './once.ts';
import { persistSubmission } from './persist.ts';
import { processWithRetry } from './process-with-retry.ts';
import { assertRevisable } from './revise.ts';
import { sendLocally } from './send-local.ts';
import type { Submission } from './submission.ts';

/** Options of a send. */
export interface SendOptions {
  readonly idempotencyKey: string | null;
  /** `Prefer: outcome=strict`. */
  readonly strict: boolean;
}

/** Sends a submission and waits for the outcome, or replays the result of its idempotency key. */
export async function submit(
  context: Context,
  submission: Submission,
  { idempotencyKey: key, strict }: SendOptions,
): Promise<SendReply> {
  const { principal, mailbox } = submission;
  const answer = await oncePerKey(context, {
    intent: { principal, mailboxId: mailbox.id, key, namespace: 'send' },
    replay: async (bound) => {
      const row = await messageRow(context, bound.message_id);
      // The key of the denied message would replay its denial for ever.
      if (submission.revises && row.revises !== submission.revises.id) {
        throw new ServiceError('CONFLICT', { reason: 'idempotency_key_in_use' });
      }
      return replayAnswer(context, principal, row);
    },
    act: () => context.metrics.operations.run('send', () => sendNow(context, { submission, key, strict })),
  });
  if (strict) assertStrictOutcome(answer);
  return answer;
}

interface SendNowInput {
  readonly submission: Submission;
  readonly key: string | null;
  readonly strict: boolean;
}

async function sendNow(context: Context, { submission, key, strict }: SendNowInput): Promise<SendReply> {
  const { analysis, metrics, settings, transport } = context;
  if (analysis.waitingOutbound >= settings.get('scanning.backlog')) {
    throw new ServiceError(
      'SERVICE_UNAVAILABLE',
      { reason: 'scan_backlog', retry_after: 1 },
      { message: 'Too many messages are waiting to be scanned. Try again in a second.' },
    );
  }
  if (submission.revises) await assertRevisable(context.store.read, submission.revises);
  await context.room.assertDiskFor(0);
  const origin = submission.kind === 'reply' ? 'reply' : 'send';
  const admission = { submission, attempt: { origin, draftId: null }, key } as const;
  const id = transport.leavesMachine
    ? await sendStored(context, admission)
    : await trackWork(context.dispatches, sendLocally(context, { ...admission, transport }));
  metrics.operations.note({ message_id: id });
  return outcomeAnswer(context, submission.principal, { messageId: id, strict });
}

/**
 * Stores the message before it is scanned: it may wait long for another server, and a crash must not lose it.
 */
async function sendStored(context: Context, admission: AdmitInput): Promise<string> {
  const id = await admit(context, admission);
  await processWithRetry(context, id);
  return id;
}

interface AdmitInput {
  readonly submission: Submission;
  readonly attempt: GateAttempt;
  readonly key: string | null;
}

/** Runs the gates and stores the submission; returns the row's id. `processWithRetry` follows. */
export async function admit(context: Context, { submission, attempt, key }: AdmitInput): Promise<string> {
  await enforceGates({ context, db: context.store.read, submission }, attempt);
  const html = (await submission.html?.sanitized(context)) ?? null;
  return context.store.write({ account: submission.principal.account.id }, (transaction) =>
    persistSubmission(context, transaction, { submission, entry: { html, key } }),
  );
}

/** The answer to a caller who waited for the outcome. An unknown outcome is an error. */
export async function outcomeAnswer(
  context: Context,
  principal: Principal,
  { messageId, strict = false }: { readonly messageId: string; readonly strict?: boolean },
): Promise<SendReply> {
  const row = await messageRow(context, messageId);
  if (row.state === 'available') {
    throw new ServiceError(
      'DISPATCH_INDETERMINATE',
      { message_id: row.id, ...(strict && { email_effect: effectOf(row) }) },
      strict ? { headers: STRICT_APPLIED } : {},
    );
  }
  return sendAnswer(context, principal, row);
}

const findRow = prepareQuery<{ id: string }>()((db, param) =>
  selectMessages(db).where('messages.id', '=', param('id')),
);

export async function messageRow({ store }: Pick<Context, 'store'>, messageId: string): Promise<MessageRow> {
  const [row] = (await findRow(store.read, { id: messageId })).rows;
  if (!row) throw new Error(`there is no message ${messageId}`);
  return row;
}
