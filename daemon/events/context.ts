import type { RulesContext } from '../rules/context.ts';
import type { ReadAudit } from './read-audit.ts';
import type { StreamSlots } from './stream-slots.ts';
import type { Dispatcher } from './webhooks/dispatcher.ts';

/** Dependencies of operations on events and webhooks. */
export interface EventsContext extends RulesContext {
  readonly streams: StreamSlots;
  readonly readAudit: ReadAudit;
  /** Sends pending webhook deliveries. */
  readonly webhooks: Dispatcher;
}
