import type { JobKind } from '../platform/jobs/runner.ts';
import type { RulesContext } from '../rules/context.ts';
import type { EventsContext } from './context.ts';
import { ReadAudit } from './read-audit.ts';
import { StreamSlots } from './stream-slots.ts';
import { FORGET_DELIVERIES, forgetDeliveries } from './webhooks/delete.ts';
import { ABANDON_OPEN, abandonOpen } from './webhooks/disable.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';

export function composeEvents(
  { clock, log, retries, store }: Pick<EventsContext, 'clock' | 'log' | 'retries' | 'store'>,
  context: () => RulesContext,
): Pick<EventsContext, 'readAudit' | 'streams' | 'webhooks'> {
  return {
    streams: new StreamSlots(),
    readAudit: new ReadAudit(store, { clock, retries }, log),
    webhooks: new Dispatcher(context),
  };
}

export function eventsJobs(context: EventsContext): [string, JobKind][] {
  return [
    [ABANDON_OPEN, (payload) => abandonOpen(context, payload)],
    [FORGET_DELIVERIES, (payload) => forgetDeliveries(context, payload)],
  ];
}
