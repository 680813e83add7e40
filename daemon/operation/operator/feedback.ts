import type { reportBounce as bounceContract } from '../../../shared/contract/delivery-reports.ts';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { Context } from '../../context.ts';
import { messageScope } from '../../mail/messages/table.ts';
import { recordBounce, recordComplaint } from '../../mail/outbound/feedback.ts';
import { loadOutgoing, type Outgoing } from '../../mail/outbound/outgoing.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';

type BounceReply = ReplyOf<typeof bounceContract>;

/** Source of events that the operator reports. */
const OPERATOR = 'operator';

/** Records a bounce as if the receiving server had reported it. */
export async function reportBounce(
  context: Context,
  id: string,
  { type, reason }: BodyOf<typeof bounceContract>,
): Promise<BounceReply> {
  const bounce = { type, reason: reason?.trim() || `${type} bounce`, reportedBy: OPERATOR };
  await onSent(context, id, (transaction, outgoing) =>
    recordBounce(context, transaction, { outgoing, bounce }),
  );
  return { message_id: id, state: 'bounced' };
}

/** Records a complaint as if the receiving server had reported it. */
export async function reportComplaint(context: Context, id: string): Promise<BounceReply> {
  const { state } = await onSent(
    context,
    id,
    async (transaction, outgoing) =>
      outgoing.state !== 'bounced' &&
      recordComplaint(context, transaction, { outgoing, reportedBy: OPERATOR }),
  );
  return { message_id: id, state };
}

/** Runs `record` on a sent message; it returns false when the state doesn't allow it. */
async function onSent(
  context: Context,
  id: string,
  record: (transaction: Transaction, outgoing: Outgoing) => Promise<boolean>,
): Promise<Outgoing> {
  return context.store.write(await messageScope(context.store.read, id), async (transaction) => {
    const outgoing = await loadOutgoing(transaction.db, id);
    if (!outgoing) {
      const inbound = await transaction.db
        .selectFrom('messages')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!inbound || inbound.state === 'deleted') throw notFound('Message not found.');
      throw new ServiceError('CONFLICT', { state: inbound.state });
    }
    if (!(await record(transaction, outgoing))) throw new ServiceError('CONFLICT', { state: outgoing.state });
    return outgoing;
  });
}
