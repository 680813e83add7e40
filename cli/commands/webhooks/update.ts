import { EVENT_TYPES } from '../../../shared/contract/values.ts';
import { headersOf } from '../../choices.ts';
import { choices, command, flag, onOff, renamed, result, text, texts } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { webhookWord } from '../../known-ids.ts';
import { webhookView } from '../../views/webhooks.ts';

export const webhooksUpdate = command({
  name: ['webhooks', 'update'],
  summary: 'Change a webhook, or re-enable a disabled one.',
  flags: {
    url: text('--url <URL>', 'Endpoint URL, HTTPS only.'),
    events: choices('--event <EVENT>', 'Send these events instead. May be repeated.', EVENT_TYPES),
    description: text('--description <TEXT>', 'Description of the webhook.'),
    header: texts(
      '-H, --header <NAME: VALUE>',
      'Header to send with each delivery. May be repeated. Values are never shown again.',
    ),
    noHeaders: flag('--clear-headers', 'Remove all custom headers.'),
    enabled: renamed(
      onOff('--enabled <on|off>', 'Whether the webhook is enabled.'),
      { flags: '--enable', means: 'on' },
      { flags: '--disable', means: 'off' },
    ),
  },
  arguments: { webhook: webhookWord },
  examples: [
    {
      command: 'agentmail webhooks update 1f0a4c11 --enabled on',
      about: 're-enable it after failures disabled it',
    },
  ],
  endpoints: async () => {
    const { updateWebhook } = await import('../../../shared/contract/webhooks.ts');
    return { updateWebhook };
  },
  run: async (context, input, { updateWebhook }) => {
    const { url, description, header, events, enabled } = input;
    if (header.length > 0 && input.noHeaders) {
      throw new UsageError(
        "--header and --clear-headers can't be combined: --header already replaces all headers.",
      );
    }
    const body = {
      ...given({ url, description, enabled }),
      ...(events.length === 0 ? {} : { enabled_events: [...events] }),
      ...(header.length === 0 ? {} : { request_headers: headersOf(header) }),
      ...(input.noHeaders ? { request_headers: null } : {}),
    };
    if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
    const client = await context.client();
    return result(await client.call(updateWebhook, { params: { id: input.webhook }, body }), webhookView);
  },
});
