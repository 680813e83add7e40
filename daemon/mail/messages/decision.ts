import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { EffectStatus, MessageState } from '../../../shared/contract/messages.ts';
import type { waitForDecision as contract } from '../../../shared/contract/reading.ts';
import type { Principal } from '../../access/principal.ts';
import { assertStillAllowed } from '../../access/reach.ts';
import { SECOND } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';
import { effectOf } from './effect.ts';
import { replacementField } from './replacement.ts';
import { reviewField } from './review.ts';
import { resolveMessage } from './table.ts';
import { untilFound } from './until-found.ts';

const OPEN_EFFECTS: readonly EffectStatus[] = ['in_flight', 'held_for_review', 'held_infrastructure'];
const OPEN_STATES: readonly MessageState[] = ['received', 'scanning', 'quarantined'];

interface WaitForDecisionInput {
  readonly id: string;
  readonly query: QueryOf<typeof contract>;
  readonly signal: AbortSignal;
}

/** Returns the outcome of a message as soon as it's decided, or its state after the timeout. */
export async function waitForDecision(
  context: MailContext,
  principal: Principal,
  { id, query, signal }: WaitForDecisionInput,
): Promise<ReplyOf<typeof contract>> {
  const { mailbox_id } = await resolveMessage(context.store.read, principal, { id, unbound: 'masked_404' });
  const decided = await untilFound(context, {
    mailboxId: mailbox_id,
    timeout: (query.timeout ?? LIMITS.waitSeconds.default) * SECOND,
    signal,
    look: async (waited) => {
      if (waited) await assertStillAllowed(context, principal, mailbox_id);
      const outcome = await outcomeOf(context, principal, id);
      return outcome.decided ? outcome : undefined;
    },
  });
  return decided ?? outcomeOf(context, principal, id);
}

async function outcomeOf(
  context: MailContext,
  principal: Principal,
  id: string,
): Promise<ReplyOf<typeof contract>> {
  const { read } = context.store;
  const row = await resolveMessage(read, principal, { id, unbound: 'masked_404' });
  const isOutbound = row.direction === 'outbound';
  const effect = isOutbound ? effectOf(row) : null;
  const replaced = await replacementField(read, row);
  const status = replaced.replacement?.effect_status ?? effect?.effect_status ?? 'in_flight';
  return {
    message_id: row.id,
    state: row.state,
    decided: !(isOutbound ? OPEN_EFFECTS.includes(status) : OPEN_STATES.includes(row.state)),
    email_effect: effect,
    ...reviewField(context, row),
    ...replaced,
  };
}
