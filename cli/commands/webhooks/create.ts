import { EVENT_TYPES } from '../../../shared/contract/values.ts';
import { headersOf } from '../../choices.ts';
import { choices, command, onOff, renamed, result, text, texts, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { createdWebhook } from '../../views/webhooks.ts';

export const webhooksCreate = command({
  name: ['webhooks', 'create'],
  summary: 'Send events to a receiver; its signing secret is shown once.',
  flags: {
    events: choices('--event <EVENT>', 'An event to send; may be repeated, at least one.', EVENT_TYPES),
    description: text('--description <TEXT>', 'What it is for.'),
    header: texts(
      '-H, --header <NAME: VALUE>',
      'Sent with each delivery; may be repeated. Values are never shown.',
    ),
    enabled: renamed(onOff('--enabled <on|off>', 'Whether events are sent to it. Default: on.'), {
      flags: '--disabled',
      means: 'off',
    }),
  },
  arguments: { url: word('URL', 'Where to post the events, https only.') },
  examples: [
    {
      command: 'agentmail webhooks create https://example.com/hook --event message.received',
      about: 'each mail that comes in',
    },
  ],
  endpoints: async () => {
    const { createWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { createWebhook };
  },
  run: async (context, input, { createWebhook }) => {
    if (input.events.length === 0)
      throw new UsageError(`--event is needed, as one of: ${EVENT_TYPES.join(', ')}.`);
    const body = {
      url: input.url,
      enabled_events: [...input.events],
      ...given({ description: input.description, enabled: input.enabled }),
      ...(input.header.length === 0 ? {} : { request_headers: headersOf(input.header) }),
    };
    const client = await context.client();
    return result(await client.call(createWebhook, { body }), createdWebhook);
  },
});
