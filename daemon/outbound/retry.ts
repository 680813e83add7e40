import { z } from 'zod';
import { CALLER_COLUMNS, callerAccount } from '../access/caller-account.ts';
import type { Principal } from '../access/principal.ts';
import { refundMessage } from '../accounts/charge.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { mailboxById } from '../mailboxes/table.ts';
import { moveState } from '../messages/states.ts';
import { recheckGates } from '../review/recheck.ts';
import type { Transaction } from '../store/store.ts';
import { MINUTE } from '../system/clock.ts';
import { dispatch } from './dispatch.ts';
import { EXHAUSTED, type Failure, planRetry, planTry, tellFailed } from './outcome.ts';
import { loadOutgoing, type Outgoing } from './outgoing.ts';
import { messageRow } from './submit.ts';

const payload = z.object({ message_id: z.string(), tries: z.int() });

/** Retries that run in parallel. */
export const RETRIES_AT_ONCE = 20;

/** Retries a deferred message through the gates of a release; does nothing if a person decided meanwhile. */
export async function retryDispatch(context: Context, raw: unknown): Promise<void> {
  const { message_id: messageId, tries } = payload.parse(raw);
  const outgoing = await loadOutgoing(context.store.read, messageId);
  if (!outgoing || outgoing.account_status === 'deleted') return;
  // A parallel release is dispatching it, and may put it back.
  if (outgoing.state === 'dispatching') {
    await context.store.write((transaction) => planTry(transaction, messageId, { tries, wait: MINUTE }));
  }
  if (outgoing.state !== 'quarantined') return;
  const gates = await askGates(context, outgoing);
  if (gates === 'open') await dispatch(context, outgoing, { from: 'quarantined', tries });
  else await context.store.write((transaction) => stay(transaction, outgoing, gates, tries));
}

/** `closed` retries later; a failure blocks the message. */
type Gates = 'open' | 'closed' | Failure;

async function askGates(context: Context, outgoing: Outgoing): Promise<Gates> {
  const db = context.store.read;
  const message = await messageRow(context, outgoing.id);
  const mailbox = await mailboxById(db, message.mailbox_id);
  if (!mailbox || mailbox.status === 'deleted') return { trigger: 'retry', reasonCode: 'dispatch_refused' };
  const account = await db
    .selectFrom('accounts')
    .select(CALLER_COLUMNS)
    .where('id', '=', message.account_id)
    .executeTakeFirstOrThrow();
  try {
    const daemon = daemonFor(callerAccount(message.account_id, account));
    const refusal = await recheckGates(context, daemon, { message, mailbox }, 'release');
    return refusal ? { trigger: 'retry', reasonCode: refusal.reason, errorCode: refusal.code } : 'open';
  } catch (error) {
    if (error instanceof ServiceError) return 'closed';
    throw error;
  }
}

/** The daemon goes on with what others began; the gates take the origin from the message. */
function daemonFor(account: Principal['account']): Principal {
  return {
    role: 'admin',
    method: 'api_key',
    account,
    keyId: null,
    sessionId: null,
    mailboxIds: new Set(),
    actor: { type: 'system', id: 'retry' },
    origin: 'human',
  };
}

/** Schedules the next retry, or blocks and refunds the message. */
async function stay(
  transaction: Transaction,
  outgoing: Outgoing,
  gates: 'closed' | Failure,
  tries: number,
): Promise<void> {
  if (gates === 'closed' && (await planRetry(transaction, outgoing.id, tries))) return;
  if (!(await moveState(transaction, outgoing.id, ['quarantined', 'blocked']))) return;
  await refundMessage(transaction, outgoing.id);
  await tellFailed(transaction, outgoing, gates === 'closed' ? EXHAUSTED : gates);
  transaction.wake('mailbox', outgoing.mailbox_id);
}
