import { ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { trackWork } from '../../platform/system/track-work.ts';
import { assertVelocity } from '../../rules/budgets/charge.ts';
import type { MailContext } from '../context.ts';
import { assertDecision } from '../messages/pending-decision.ts';
import type { Decision } from '../messages/review.ts';
import { transition } from '../messages/transitions/transition.ts';
import { dispatch } from '../outbound/dispatch.ts';
import { loadOutgoing, type Outgoing } from '../outbound/outgoing.ts';
import { decidedMeanwhile, type Held } from './held.ts';
import { type Refusal, recheckGates } from './recheck.ts';

/** `Retry-After`, in seconds. */
const RETRY_AFTER = 60;

/**
 * Sends a released message. A refusal that's temporary is thrown and leaves it held; a refused recipient or a
 * provider's rejection blocks it.
 */
export async function sendHeld(
  context: MailContext,
  held: Held,
  decision: Decision,
): Promise<'sent' | 'blocked'> {
  const refusal = await recheckGates(context, held, decision.kind);
  const outgoing = await loadOutgoing(context.store.read, held.message.id);
  if (outgoing?.state !== held.message.state) throw await decidedMeanwhile(context, held.message.id);
  const sending = { outgoing, decision, pending: held.decision };
  if (refusal) return blockRefused(context, sending, refusal);
  return trackWork(context.dispatches, handOver(context, sending));
}

interface DecidedSend {
  readonly outgoing: Outgoing;
  readonly decision: Decision;
  /** Id of the pending decision that is carried out, if it waited. */
  readonly pending: string | null;
}

async function handOver(
  context: MailContext,
  { outgoing, decision, pending }: DecidedSend,
): Promise<'sent' | 'blocked'> {
  const outcome = await dispatch(context, {
    outgoing,
    decision,
    scanned: null,
    tries: null,
    // Checked again in the transaction: parallel decisions must not exceed the limit.
    admit: async ({ db, now }) => {
      await assertDecision(db, outgoing.id, pending);
      await assertVelocity(db, { accountId: outgoing.account_id, now, units: outgoing.charged_units });
    },
  });
  switch (outcome) {
    case 'accepted':
      return 'sent';
    case 'rejected':
    case 'no_such_recipient':
      return 'blocked';
    case 'deferred':
      throw new ServiceError('DISPATCH_DEFERRED', { retry_after: RETRY_AFTER });
    case 'ambiguous':
      throw new ServiceError('DISPATCH_INDETERMINATE', { message_id: outgoing.id });
    case null:
      throw await decidedMeanwhile(context, outgoing.id);
  }
}

async function blockRefused(
  context: MailContext,
  { outgoing, decision, pending }: DecidedSend,
  refusal: Refusal,
): Promise<'blocked'> {
  const blocked = await context.store.write(accountScope(outgoing), async (transaction) => {
    await assertDecision(transaction.db, outgoing.id, pending);
    return transition(transaction, outgoing, {
      to: 'blocked',
      cause: 'failed',
      failure: { trigger: decision.kind, reasonCode: refusal.reason, errorCode: refusal.code },
      decision,
      draftId: outgoing.draft_id,
    });
  });
  if (!blocked) throw await decidedMeanwhile(context, outgoing.id);
  return 'blocked';
}
