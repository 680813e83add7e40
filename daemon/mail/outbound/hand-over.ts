import type { DeliveryVerdict } from '../../network/smtp-client/verdict.ts';
import type { MailContext } from '../context.ts';
import type { Outgoing } from './outgoing.ts';
import type { RemoteDelivery, TransportOutcome } from './transport.ts';

/** Hands a mail to the other side, as an operation of the metrics. */
export function handOver(
  { metrics: { operations } }: MailContext,
  outgoing: Outgoing,
  delivery: RemoteDelivery,
): Promise<DeliveryVerdict> {
  return operations.run(
    'dispatch',
    async () => {
      operations.note({ message_id: outgoing.id, account_id: outgoing.account_id });
      return delivery.send();
    },
    outcomeOf,
  );
}

export function outcomeOf(verdict: DeliveryVerdict): TransportOutcome {
  if (verdict.kind !== 'rejected') return verdict.kind;
  return verdict.noSuchRecipient ? 'no_such_recipient' : 'rejected';
}
