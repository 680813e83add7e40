import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { streamDeliveries, streamEvents } from '../../../shared/contract/event-stream.ts';
import { EVENT_TYPES } from '../../../shared/contract/values.ts';
import { definedFields } from '../../input/options/input.ts';
import { choices, integer, text, texts } from '../../input/options/kinds.ts';
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
  labels: texts('--label <LABEL>', 'Only events of messages with this label. May be repeated.'),
  tag: text('--tag <TAG>', 'Only events of messages to the mailbox address with +TAG.'),
  count: integer('-n, --count <N>', 'Stop after N events.', { min: 1, max: MOST_LINES }),
};

interface EventInput {
  readonly labels: readonly string[];
  readonly tag: string | undefined;
  readonly since: string | undefined;
  readonly events: readonly string[];
  readonly mailbox: string | undefined;
}

export function eventQuery({
  since,
  events,
  mailbox,
  labels,
  tag,
}: EventInput): QueryOf<typeof streamEvents> {
  return {
    ...(events.length === 0 ? {} : { events: events.join(',') }),
    ...(labels.length === 0 ? {} : { label: labels.join(',') }),
    ...definedFields({ since, mailbox, tag }),
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
