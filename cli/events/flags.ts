import type { QueryOf } from '../../shared/contract/endpoint.ts';
import type { streamDeliveries, streamEvents } from '../../shared/contract/event-stream.ts';
import { memberOf } from '../choices.ts';
import { integer, text, texts } from '../command.ts';
import { given } from '../given.ts';
import { sinceOf } from './since.ts';

const MOST_LINES = 1_000_000;

/** Flags of the command that follows deliveries. */
export const deliveryFlags = {
  since: text('--since <WHEN>', 'Begin there: so long ago as 10m or 2h, or a timestamp. Default: now.'),
  count: integer('-n, --count <N>', 'End after so many lines.', 1, MOST_LINES),
};

/** Flags of the commands that follow the event log. */
export const eventFlags = {
  since: text(
    '--since <WHEN>',
    'Begin there: so long ago as 10m or 2h, a timestamp, or the cursor of an event. Default: now.',
  ),
  events: texts('--event <EVENT>', 'Only this event, as message.received; may be repeated.'),
  mailbox: text('-m, --mailbox <MAILBOX>', 'Only events of this mailbox.'),
  count: integer('-n, --count <N>', 'End after so many events.', 1, MOST_LINES),
};

interface EventInput {
  readonly since: string | undefined;
  readonly events: readonly string[];
  readonly mailbox: string | undefined;
}

export async function eventQuery(
  { since, events, mailbox }: EventInput,
  now: number,
): Promise<QueryOf<typeof streamEvents>> {
  const { EVENT_TYPES } = await import('../../shared/contract/values.ts');
  for (const event of events) memberOf(EVENT_TYPES, '--event', event);
  return {
    ...(since === undefined ? {} : { since: sinceOf(since, now) }),
    ...(events.length === 0 ? {} : { events: events.join(',') }),
    ...given({ mailbox }),
  };
}

export function deliveryQuery(
  { since, webhook }: { readonly since: string | undefined; readonly webhook: string | undefined },
  now: number,
): QueryOf<typeof streamDeliveries> {
  return {
    ...(since === undefined ? {} : { since: sinceOf(since, now) }),
    ...given({ webhook }),
  };
}
