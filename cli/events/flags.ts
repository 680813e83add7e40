import type { QueryOf } from '../../shared/contract/endpoint.ts';
import type { streamEvents } from '../../shared/contract/event-stream.ts';
import { integer, text, texts } from '../command.ts';
import { sinceOf } from './since.ts';

const MOST_EVENTS = 1_000_000;

/** Flags of the commands that follow the event log. */
export const eventFlags = {
  since: text(
    '--since <WHEN>',
    'Begin there: so long ago as 10m or 2h, a timestamp, or the cursor of an event. Default: now.',
  ),
  events: texts('--event <EVENT>', 'Only this event, as message.received; may be repeated.'),
  mailbox: text('-m, --mailbox <MAILBOX>', 'Only events of this mailbox.'),
  count: integer('-n, --count <N>', 'End after so many events.', 1, MOST_EVENTS),
};

interface EventInput {
  readonly since: string | undefined;
  readonly events: readonly string[];
  readonly mailbox: string | undefined;
}

export function eventQuery(
  { since, events, mailbox }: EventInput,
  now: number,
): QueryOf<typeof streamEvents> {
  return {
    ...(since === undefined ? {} : { since: sinceOf(since, now) }),
    ...(events.length === 0 ? {} : { events: events.join(',') }),
    ...(mailbox === undefined ? {} : { mailbox }),
  };
}
