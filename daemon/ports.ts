import type { EventType } from '../shared/contract/events.ts';
import { indexMessage } from './content/stored-text/search-index.ts';
import type { Context } from './context.ts';
import { recordEvents } from './events/record.ts';
import { enqueueEvents } from './events/webhooks/enqueue.ts';
import { planNotices } from './operation/notices/held/plan.ts';
import type { NewEvent, Ports } from './platform/store/ports.ts';
import type { SignalPublisher } from './platform/store/signals.ts';
import type { Transaction } from './platform/store/store.ts';

/** Connects transactions to the event log, the search index, signals, and the queues of this process. */
export function createPorts(context: () => Context, signals: SignalPublisher): Ports {
  return {
    emit: (transaction, events) => emit(context, transaction, events),
    index: (transaction, message, stored) => indexMessage(context(), transaction, { ...message, stored }),
    signals,
    start: {
      intake: (message) => context().intake.add(message),
      previews: (messageId) => context().previews.add(messageId),
    },
  };
}

async function emit<T extends EventType>(
  context: () => Context,
  transaction: Transaction,
  events: readonly NewEvent<T>[],
): Promise<void> {
  for (const [accountId, own] of Map.groupBy(events, (event) => event.accountId)) {
    const logged = await recordEvents(transaction, own);
    if (logged.length === 0) continue;
    await enqueueEvents(transaction, accountId, logged);
    await planNotices(transaction, accountId, logged);
    transaction.onCommit(() => context().metrics.eventsRecorded(logged.map(({ type }) => type)));
    transaction.publish({ kind: 'account', id: accountId });
  }
}
