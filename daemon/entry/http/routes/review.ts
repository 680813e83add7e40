import * as review from '../../../../shared/contract/review.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { deleteMessage } from '../../../mail/messages/delete.ts';
import { approval } from '../../../mail/review/approve.ts';
import { block } from '../../../mail/review/block.ts';
import { type DecisionCall, decide } from '../../../mail/review/decide.ts';
import { denial } from '../../../mail/review/deny.ts';
import { editMessage } from '../../../mail/review/edit.ts';
import { release } from '../../../mail/review/release.ts';
import type { DecisionRule } from '../../../mail/review/rule.ts';
import { undoDecision } from '../../../mail/review/undo.ts';
import { Answer, type Binding, bind } from '../call.ts';
import { readKeyed } from '../prefer.ts';

/** Decisions on held messages, and deletion. */
export const reviewRoutes: readonly Binding[] = [
  bind(review.releaseMessage, decided(release)),
  bind(review.blockMessage, decided(block)),
  bind(review.approveMessage, decided(approval)),
  bind(review.denyMessage, decided(denial)),
  bind(review.undoDecision, undoDecision),
  bind(review.editMessage, async (context, principal, { params, body, ...call }) => {
    const options = readKeyed(call, ['idempotency']);
    const reply = await editMessage(context, principal, { params, body, options });
    return new Answer(reply, options.preferences.applied);
  }),
  bind(review.deleteMessage, (context, principal, { params }) =>
    deleteMessage(context, principal, params.id),
  ),
];

/** A handler of a kind of decision; one that takes effect later is 202. */
function decided<Status extends string>(rule: DecisionRule<Status>) {
  return async (context: Context, principal: Principal, { params, body }: DecisionCall) => {
    const reply = await decide(context, principal, { rule, params, body });
    return new Answer(reply, {}, reply.status === 'scheduled' ? 202 : 200);
  };
}
