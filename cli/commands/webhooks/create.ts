import { headersOf, memberOf } from '../../choices.ts';
import { command, flag, result, text, texts, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { createdWebhook } from '../../views/webhooks.ts';

export const webhooksCreate = command({
  name: ['webhooks', 'create'],
  summary: 'Send events to a receiver; its signing secret is shown once.',
  flags: {
    events: texts('--event <EVENT>', 'An event to send; may be repeated, at least one.'),
    description: text('--description <TEXT>', 'What it is for.'),
    header: texts(
      '-H, --header <NAME: VALUE>',
      'Sent with each delivery; may be repeated. Values are never shown.',
    ),
    disabled: flag('--disabled', 'Send nothing yet.'),
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
    const { EVENT_TYPES } = await import('../../../shared/contract/values.ts');
    if (input.events.length === 0)
      throw new UsageError(`--event is needed, as one of: ${EVENT_TYPES.join(', ')}.`);
    const body = {
      url: input.url,
      enabled_events: input.events.map((event) => memberOf(EVENT_TYPES, '--event', event)),
      ...given({ description: input.description }),
      ...(input.disabled ? { enabled: false } : {}),
      ...(input.header.length === 0 ? {} : { request_headers: headersOf(input.header) }),
    };
    const client = await context.client();
    return result(await client.call(createWebhook, { body }), createdWebhook);
  },
});
