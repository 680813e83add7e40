import { z } from 'zod';
import { simulatorScenario } from '../../rules/recipients/simulator.ts';
import type { MailContext } from '../context.ts';
import { messageScope } from '../messages/table.ts';
import { recordComplaint } from '../outbound/feedback.ts';
import { loadOutgoing } from '../outbound/outgoing.ts';
import { addressAt } from '../outbound/recipients.ts';
import { recordBounceOfMail } from '../outbound/several/bounce.ts';

const payload = z.object({
  message_id: z.string(),
  /** Of the recipient among several; jobs of earlier versions have none. */
  place: z.int().nullable().default(null),
});

const REPORTED_BY = 'simulator';

/** Acts out the outcome of a simulator address; does nothing when the message changed meanwhile. */
export async function actOut(context: MailContext, raw: unknown): Promise<void> {
  const { message_id: messageId, place } = payload.parse(raw);
  await context.store.write(await messageScope(context.store.read, messageId), async (transaction) => {
    const outgoing = await loadOutgoing(transaction.db, messageId);
    if (!outgoing) return;
    const recipient = addressAt(outgoing, place);
    switch (simulatorScenario(recipient, context.config.platformDomain)) {
      case 'bounced':
        await recordBounceOfMail(context, transaction, {
          outgoing,
          place,
          bounce: {
            type: 'hard',
            reason: '550 5.1.1 simulated: no such mailbox',
            reportedBy: REPORTED_BY,
          },
        });
        break;
      case 'suppressed':
        await recordBounceOfMail(context, transaction, {
          outgoing,
          place,
          bounce: {
            type: 'hard',
            reason: 'suppressed',
            reportedBy: REPORTED_BY,
          },
        });
        break;
      case 'complained':
        await recordComplaint(context, transaction, {
          outgoing: { ...outgoing, recipient },
          reportedBy: REPORTED_BY,
        });
        break;
      default:
    }
  });
}
