import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { streamDeliveries, streamEvents } from '../../../shared/contract/event-stream.ts';
import { EVENT_TYPES } from '../../../shared/contract/values.ts';
import { definedFields } from '../../input/options/input.ts';
import { choices, integer, text } from '../../input/options/kinds.ts';
import { pastTimeOrCursor } from '../../input/options/time.ts';

const MOST_LINES = 1_000_000;

const SINCE_ABOUT = 'Start at this time, or after this cursor of an earlier run. Default: now.';

/** Flags of the command that follows deliveries. */
export const deliveryFlags = {
  since: pastTimeOrCursor('--since <TIME>', SINCE_ABOUT),
  count: integer('-n, --count <N>', 'Stop after N lines.', { min: 1, max: MOST_LINES }),
};

/** Flags of the commands that follow the event log. */
export const eventFlags = {
  since: pastTimeOrCursor('--since <TIME>', SINCE_ABOUT),
  events: choices('--event <EVENT>', 'Only this event. May be repeated.', EVENT_TYPES),
  mailbox: text('-m, --mailbox <MAILBOX>', 'Only events of this mailbox.'),
  count: integer('-n, --count <N>', 'Stop after N events.', { min: 1, max: MOST_LINES }),
};

interface EventInput {
  readonly since: string | undefined;
  readonly events: readonly string[];
  readonly mailbox: string | undefined;
}

export function eventQuery({ since, events, mailbox }: EventInput): QueryOf<typeof streamEvents> {
  return {
    ...(events.length === 0 ? {} : { events: events.join(',') }),
    ...definedFields({ since, mailbox }),
  };
}

export function deliveryQuery({
  since,
  webhook,
}: {
  readonly since: string | undefined;
  readonly webhook: string | undefined;
}): QueryOf<typeof streamDeliveries> {
  return definedFields({ since, webhook });
}
