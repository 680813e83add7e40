import { command, requiredText } from '../../command.ts';
import { eventFlags, eventQuery } from '../../events/flags.ts';
import { secretFlags, secretOf } from '../../events/secret.ts';
import { forwardedLine } from '../../views/events.ts';

const SECRET_BYTES = 32;

export const webhooksListen = command({
  name: ['webhooks', 'listen'],
  summary: 'Forward events to a local server, signed like webhooks, until Ctrl+C.',
  description:
    "Needs no tunnel and no public URL. Events come over the daemon's event stream; after a lost\n" +
    'connection, forwarding resumes where it stopped. An event keeps its ID when it is forwarded\n' +
    'again. Without a secret, a new one is created and shown at the start.',
  flags: {
    forwardTo: requiredText('--forward-to <URL>', 'Where to post, such as http://localhost:3000/hook.'),
    ...secretFlags,
    ...eventFlags,
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail webhooks listen --forward-to http://localhost:3000/hook',
      about: 'forward events; then, in another terminal: agentmail trigger message.received',
    },
  ],
  stream: true,
  endpoints: async () => {
    const { streamEvents } = await import('../../../shared/contract/event-stream.ts');
    return { streamEvents };
  },
  run: async (context, input, { streamEvents }) => {
    const [{ randomBytes }, { followEvents }, { forward, receiverOf }] = await Promise.all([
      import('node:crypto'),
      import('../../events/follow.ts'),
      import('../../events/forward.ts'),
    ]);
    const given = await secretOf(context, input);
    const secret = given ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const query = eventQuery(input);
    const receiver = receiverOf(input.forwardTo, secret);
    if (given === undefined) context.notice(`Signing secret of this run: ${secret}`);
    let seen = 0;
    for await (const event of followEvents(context, { query }, streamEvents)) {
      await context.emit(await forward(context, receiver, event), forwardedLine);
      seen += 1;
      if (seen === input.count) break;
    }
    return 'ok';
  },
});
