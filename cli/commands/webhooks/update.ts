import { headersOf, memberOf } from '../../choices.ts';
import { command, flag, result, text, texts, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { webhookView } from '../../views/webhooks.ts';

export const webhooksUpdate = command({
  name: ['webhooks', 'update'],
  summary: 'Change a receiver of events, or resume a disabled one.',
  flags: {
    url: text('--url <URL>', 'Where to post the events, https only.'),
    events: texts('--event <EVENT>', 'Send these events instead; may be repeated.'),
    description: text('--description <TEXT>', 'What it is for.'),
    header: texts(
      '-H, --header <NAME: VALUE>',
      'Sent with each delivery; may be repeated. Values are never shown.',
    ),
    noHeaders: flag('--clear-headers', 'Send no headers of your own any more.'),
    enable: flag('--enable', 'Send events again.'),
    disable: flag('--disable', 'Send nothing for now.'),
  },
  arguments: { webhook: word('WEBHOOK', 'Its id, as webhooks list shows it.') },
  examples: [
    {
      command: 'agentmail webhooks update 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11 --enable',
      about: 'after it was disabled by failures',
    },
  ],
  endpoints: async () => {
    const { updateWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { updateWebhook };
  },
  run: async (context, input, { updateWebhook }) => {
    const { EVENT_TYPES } = await import('../../../shared/contract/values.ts');
    if (input.enable && input.disable) throw new UsageError('--enable and --disable exclude each other.');
    const { url, description, header, events } = input;
    if (header.length > 0 && input.noHeaders) {
      throw new UsageError('--header and --clear-headers exclude each other: --header replaces all of them.');
    }
    const body = {
      ...given({ url, description }),
      ...(events.length === 0
        ? {}
        : { enabled_events: events.map((event) => memberOf(EVENT_TYPES, '--event', event)) }),
      ...(header.length === 0 ? {} : { request_headers: headersOf(header) }),
      ...(input.noHeaders ? { request_headers: null } : {}),
      ...(input.enable || input.disable ? { enabled: input.enable } : {}),
    };
    if (Object.keys(body).length === 0) throw new UsageError('Nothing to change is named.');
    const client = await context.client();
    return result(await client.call(updateWebhook, { params: { id: input.webhook }, body }), webhookView);
  },
});
