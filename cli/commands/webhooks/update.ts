import { EVENT_TYPES } from '../../../shared/contract/values.ts';
import { headersOf } from '../../choices.ts';
import { choices, command, flag, onOff, renamed, result, text, texts } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { webhookWord } from '../../known-ids.ts';
import { webhookView } from '../../views/webhooks.ts';

export const webhooksUpdate = command({
  name: ['webhooks', 'update'],
  summary: 'Change a receiver of events, or resume a disabled one.',
  flags: {
    url: text('--url <URL>', 'Where to post the events, https only.'),
    events: choices('--event <EVENT>', 'Send these events instead; may be repeated.', EVENT_TYPES),
    description: text('--description <TEXT>', 'What it is for.'),
    header: texts(
      '-H, --header <NAME: VALUE>',
      'Sent with each delivery; may be repeated. Values are never shown.',
    ),
    noHeaders: flag('--clear-headers', 'Send no headers of your own any more.'),
    enabled: renamed(
      onOff('--enabled <on|off>', 'Whether events are sent to it.'),
      { flags: '--enable', means: 'on' },
      { flags: '--disable', means: 'off' },
    ),
  },
  arguments: { webhook: webhookWord },
  examples: [
    {
      command: 'agentmail webhooks update 1f0a4c11 --enabled on',
      about: 'after it was disabled by failures',
    },
  ],
  endpoints: async () => {
    const { updateWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { updateWebhook };
  },
  run: async (context, input, { updateWebhook }) => {
    const { url, description, header, events, enabled } = input;
    if (header.length > 0 && input.noHeaders) {
      throw new UsageError('--header and --clear-headers exclude each other: --header replaces all of them.');
    }
    const body = {
      ...given({ url, description, enabled }),
      ...(events.length === 0 ? {} : { enabled_events: [...events] }),
      ...(header.length === 0 ? {} : { request_headers: headersOf(header) }),
      ...(input.noHeaders ? { request_headers: null } : {}),
    };
    if (Object.keys(body).length === 0) throw new UsageError('Nothing to change is named.');
    const client = await context.client();
    return result(await client.call(updateWebhook, { params: { id: input.webhook }, body }), webhookView);
  },
});
