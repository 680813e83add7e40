import { EVENT_TYPES } from '../../../shared/contract/values.ts';
import { headersOf } from '../../choices.ts';
import { choices, command, onOff, renamed, result, text, texts, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { createdWebhook } from '../../views/webhooks.ts';

export const webhooksCreate = command({
  name: ['webhooks', 'create'],
  summary: 'Create a webhook; its signing secret is shown once.',
  flags: {
    events: choices('--event <EVENT>', 'Event to send. May be repeated; at least one.', EVENT_TYPES),
    description: text('--description <TEXT>', 'Description of the webhook.'),
    header: texts(
      '-H, --header <NAME: VALUE>',
      'Header to send with each delivery. May be repeated. Values are never shown again.',
    ),
    enabled: renamed(onOff('--enabled <on|off>', 'Whether the webhook is enabled. Default: on.'), {
      flags: '--disabled',
      means: 'off',
    }),
  },
  arguments: { url: word('URL', 'Endpoint URL, HTTPS only.') },
  examples: [
    {
      command: 'agentmail webhooks create https://example.com/hook --event message.received',
      about: 'send every received message to an endpoint',
    },
  ],
  endpoints: async () => {
    const { createWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { createWebhook };
  },
  run: async (context, input, { createWebhook }) => {
    if (input.events.length === 0) throw new UsageError(`--event is required: ${EVENT_TYPES.join(', ')}.`);
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
