import type { SendReply } from '../../../shared/contract/messages.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import { trackWork } from '../../platform/system/track-work.ts';
import type { MailContext } from '../context.ts';
import { effectOf } from '../messages/effect.ts';
import { type MessageRow, selectMessages } from '../messages/table.ts';
import { assertStrictOutcome, replayAnswer, sendAnswer } from './answer.ts';
import { withCopies } from './forward/copies.ts';
import { enforceGates, type GateAttempt } from './gates/index.ts';
import type { UsedKey } from './idempotency.ts';
import type { KeyedFields } from './key-content.ts';
import { oncePerKey } from './once.ts';
import { persistSubmission } from './persist.ts';
import type { KeyedOptions, Preferences } from './preferences.ts';
import { processWithRetry } from './process-with-retry.ts';
import { assertRevisable } from './revise.ts';
import { sendLocally } from './send-local.ts';
import type { Submission } from './submission.ts';

/** A send as its caller asked for it. */
interface AskedSend {
  readonly options: KeyedOptions;
  /** Its fields, to be compared with those of the first request of the key. */
  readonly fields: KeyedFields;
}

/** Sends a submission and waits for the outcome, or replays the result of its idempotency key. */
export async function submit(
  context: MailContext,
  submission: Submission,
  { options, fields }: AskedSend,
): Promise<SendReply> {
  const { principal, mailbox } = submission;
  const { preferences } = options;
  const answer = await oncePerKey(context, {
    intent: { principal, mailboxId: mailbox.id, options, namespace: 'send', fields },
    replay: async ({ bound, differs }) => {
      const row = await messageRow(context, bound.message_id);
      // The key of the denied message would replay its denial for ever.
      if (submission.revises && row.revises !== submission.revises.id) {
        throw new ServiceError('CONFLICT', { reason: 'idempotency_key_in_use' });
      }
      return replayAnswer(context, principal, { row, differs });
    },
    act: (key) =>
      context.metrics.operations.run('send', () =>
        withCopies(context, submission, (ready) => sendNow(context, { submission: ready, key, preferences })),
      ),
  });
  if (preferences.strict) assertStrictOutcome(answer, preferences);
  return answer;
}

interface SendNowInput {
  readonly submission: Submission;
  readonly key: UsedKey | null;
  readonly preferences: Preferences;
}

async function sendNow(
  context: MailContext,
  { submission, key, preferences }: SendNowInput,
): Promise<SendReply> {
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
  // Mail to several has an outcome for each of them.
  const id =
    transport.leavesMachine || submission.mailbox.connection_state !== null || submission.recipients
      ? await sendStored(context, admission)
      : await trackWork(context.dispatches, sendLocally(context, { ...admission, transport }));
  metrics.operations.note({ message_id: id });
  return outcomeAnswer(context, submission.principal, { messageId: id, preferences });
}

/**
 * Stores the message before it is scanned: it may wait long for another server, and a crash must not lose it.
 */
async function sendStored(context: MailContext, admission: AdmitInput): Promise<string> {
  const id = await admit(context, admission);
  await processWithRetry(context, id);
  return id;
}

interface AdmitInput {
  readonly submission: Submission;
  readonly attempt: GateAttempt;
  readonly key: UsedKey | null;
}

/** Runs the gates and stores the submission; returns the row's id. `processWithRetry` follows. */
export async function admit(context: MailContext, { submission, attempt, key }: AdmitInput): Promise<string> {
  const passed = await enforceGates({ context, db: context.store.read, submission }, attempt);
  const html = (await passed.html?.sanitized(context)) ?? null;
  return context.store.write({ account: passed.principal.account.id }, (transaction) =>
    persistSubmission(context, transaction, { submission: passed, entry: { html, key } }),
  );
}

/** The answer to a caller who waited for the outcome. An unknown outcome is an error. */
export async function outcomeAnswer(
  context: MailContext,
  principal: Principal,
  { messageId, preferences }: { readonly messageId: string; readonly preferences?: Preferences },
): Promise<SendReply> {
  const row = await messageRow(context, messageId);
  if (row.state === 'available') {
    throw new ServiceError(
      'DISPATCH_INDETERMINATE',
      { message_id: row.id, ...(preferences?.strict && { email_effect: effectOf(row) }) },
      { headers: preferences?.applied ?? {} },
    );
  }
  return sendAnswer(context, principal, row);
}

const findRow = prepareQuery<{ id: string }>()((db, param) =>
  selectMessages(db).where('messages.id', '=', param('id')),
);

export async function messageRow(
  { store }: Pick<MailContext, 'store'>,
  messageId: string,
): Promise<MessageRow> {
  const [row] = (await findRow(store.read, { id: messageId })).rows;
  if (!row) throw new Error(`there is no message ${messageId}`);
  return row;
}
