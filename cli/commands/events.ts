import { command } from '../command.ts';
import { eventLine } from '../output/views/events.ts';
import { eventFlags, eventQuery } from '../tasks/events/flags.ts';

export const eventsTail = command({
  name: ['events', 'tail'],
  summary: 'Print events as they happen, until Ctrl+C.',
  description:
    'A lost connection is resumed without gaps, even after a restart of the daemon. Times are local. JSON lines have UTC times\nand a cursor for --since.',
  flags: eventFlags,
  examples: [
    { command: 'agentmail events tail --since 10m', about: 'print the last 10 minutes, then follow' },
    {
      command: 'agentmail events tail --event message.received | jq -r .data.subject',
      about: 'print the subject of each received message',
    },
  ],
  stream: true,
  endpoints: async () => {
    const { streamEvents } = await import('../../shared/contract/event-stream.ts');
    return { streamEvents };
  },
  run: async (context, input, { streamEvents }) => {
    const { followEvents } = await import('../tasks/events/follow.ts');
    const query = eventQuery(input);
    let seen = 0;
    for await (const { cursor, envelope } of followEvents(context, { query }, streamEvents)) {
      await context.emit({ ...envelope, cursor }, eventLine);
      seen += 1;
      if (seen === input.count) break;
    }
    return 'ok';
  },
});
