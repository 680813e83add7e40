import { z } from 'zod';
import { simulatorScenario } from '../../rules/recipients/simulator.ts';
import type { MailContext } from '../context.ts';
import { messageScope } from '../messages/table.ts';
import { recordBounce, recordComplaint } from '../outbound/feedback.ts';
import { loadOutgoing } from '../outbound/outgoing.ts';

const payload = z.object({ message_id: z.string() });

const REPORTED_BY = 'simulator';

/** Acts out the outcome of a simulator address; does nothing when the message changed meanwhile. */
export async function actOut(context: MailContext, raw: unknown): Promise<void> {
  const { message_id: messageId } = payload.parse(raw);
  await context.store.write(await messageScope(context.store.read, messageId), async (transaction) => {
    const outgoing = await loadOutgoing(transaction.db, messageId);
    if (!outgoing) return;
    switch (simulatorScenario(outgoing.recipient, context.config.platformDomain)) {
      case 'bounced':
        await recordBounce(context, transaction, {
          outgoing,
          bounce: {
            type: 'hard',
            reason: '550 5.1.1 simulated: no such mailbox',
            reportedBy: REPORTED_BY,
          },
        });
        break;
      case 'suppressed':
        await recordBounce(context, transaction, {
          outgoing,
          bounce: {
            type: 'hard',
            reason: 'suppressed',
            reportedBy: REPORTED_BY,
          },
        });
        break;
      case 'complained':
        await recordComplaint(context, transaction, { outgoing, reportedBy: REPORTED_BY });
        break;
      default:
    }
  });
}
