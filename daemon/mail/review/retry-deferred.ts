import { z } from 'zod';
import { CALLER_COLUMNS, callerAccount } from '../../access/caller-account.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { MINUTE } from '../../platform/system/clock.ts';
import { mailboxById } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { assertDecision } from '../messages/pending-decision.ts';
import type { DispatchFailure } from '../messages/transitions/causes.ts';
import { transition } from '../messages/transitions/transition.ts';
import { dispatch } from '../outbound/dispatch.ts';
import { loadOutgoing, type Outgoing } from '../outbound/outgoing.ts';
import { EXHAUSTED, nextTry, tryAt } from '../outbound/retry-schedule.ts';
import { isPartlySent, retryRest } from '../outbound/several/retry.ts';
import { isToSeveral } from '../outbound/several/statuses.ts';
import { messageRow } from '../outbound/submit.ts';
import { recheckGates } from './recheck.ts';

const payload = z.object({ message_id: z.string(), tries: z.int() });

/** Retries that run in parallel. */
export const RETRIES_AT_ONCE = 32;

/** Retries a deferred message through the gates of a release; does nothing if a person decided meanwhile. */
export async function retryDispatch(context: MailContext, raw: unknown): Promise<void> {
  const { message_id: messageId, tries } = payload.parse(raw);
  const outgoing = await loadOutgoing(context.store.read, messageId);
  if (!outgoing || outgoing.account_status === 'deleted') return;
  const later = () =>
    context.store.write(accountScope(outgoing), (transaction) =>
      transaction.schedule({
        ...tryAt(messageId, tries, transaction.now + MINUTE),
        accountId: outgoing.account_id,
      }),
    );
  if (isToSeveral(outgoing) && isPartlySent(outgoing)) {
    return retryRest(context, { outgoing, tries, gates: await askGates(context, outgoing) });
  }
  // A parallel release is dispatching it, and may put it back.
  if (outgoing.state === 'dispatching') await later();
  if (outgoing.state !== 'quarantined') return;
  const gates = await askGates(context, outgoing);
  if (gates === 'open') {
    const admit = ({ db }: Transaction) => assertDecision(db, messageId, null);
    try {
      await dispatch(context, { outgoing, tries, scanned: null, decision: null, admit });
    } catch (error) {
      // A person blocks or releases it, and may take that back.
      if (!(error instanceof ServiceError && error.code === 'DECISION_PENDING')) throw error;
      await later();
    }
  } else
    await context.store.write(accountScope(outgoing), (transaction) =>
      reschedule(transaction, outgoing, { gates, tries }),
    );
}

/** `closed` retries later; a failure blocks the message. */
type Gates = 'open' | 'closed' | DispatchFailure;

async function askGates(context: MailContext, outgoing: Outgoing): Promise<Gates> {
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
    const principal = daemonFor(callerAccount(message.account_id, account));
    const refusal = await recheckGates(context, { principal, message, mailbox, decision: null }, 'release');
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
async function reschedule(
  transaction: Transaction,
  outgoing: Outgoing,
  { gates, tries }: { readonly gates: 'closed' | DispatchFailure; readonly tries: number },
): Promise<void> {
  const next = gates === 'closed' ? nextTry(outgoing.id, tries, transaction.now) : null;
  if (next) {
    await transaction.schedule({ ...next, accountId: outgoing.account_id });
    return;
  }
  await transition(transaction, outgoing, {
    to: 'blocked',
    cause: 'failed',
    failure: gates === 'closed' ? EXHAUSTED : gates,
    decision: null,
    draftId: outgoing.draft_id,
  });
}
