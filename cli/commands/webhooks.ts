import { LIMITS } from '../../shared/contract/limits.ts';
import { EVENT_TYPES, TESTABLE_EVENTS } from '../../shared/contract/values.ts';
import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { deliveryWord, webhookWord } from '../input/lookups/known-ids.ts';
import { assertExclusive, definedFields, headersOf } from '../input/options/input.ts';
import { choice, choices, flag, hidden, onOff, renamed, text, texts, word } from '../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../input/options/pages.ts';
import {
  createdWebhook,
  deletedWebhook,
  deliveryList,
  queuedDelivery,
  webhookList,
  webhookSecret,
  webhookView,
} from '../output/views/webhooks.ts';

export const webhooks: readonly Command[] = [
  command({
    name: ['webhooks', 'list'],
    summary: 'List the webhooks.',
    examples: [{ command: 'agentmail webhooks list', about: 'list them with the state of their deliveries' }],
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).listWebhooks,
    view: webhookList,
  }),
  command({
    name: ['webhooks', 'create'],
    summary: 'Create a webhook; its signing secret is shown once.',
    flags: {
      events: choices('--event <EVENT>', 'Event to send. May be repeated; at least one.', EVENT_TYPES),
      labels: texts('--label <LABEL>', 'Only events of messages with this label, or another one given.'),
      tags: texts('--tag <TAG>', 'Only events of messages to an address with +TAG, or another one given.'),
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
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).createWebhook,
    request: (input) => {
      if (input.events.length === 0) throw new UsageError(`--event is required: ${EVENT_TYPES.join(', ')}.`);
      const body = {
        url: input.url,
        enabled_events: [...input.events],
        ...definedFields({ description: input.description, enabled: input.enabled }),
        ...(input.labels.length > 0 && { labels: [...input.labels] }),
        ...(input.tags.length > 0 && { tags: [...input.tags] }),
        ...(input.header.length === 0 ? {} : { request_headers: headersOf(input.header) }),
      };
      return { body };
    },
    view: createdWebhook,
  }),
  command({
    name: ['webhooks', 'show'],
    summary: 'Show a webhook and the state of its deliveries.',
    arguments: { webhook: webhookWord },
    examples: [{ command: 'agentmail webhooks show 1f0a4c11', about: 'find out why it was disabled' }],
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).getWebhook,
    request: (input) => ({ params: { id: input.webhook } }),
    view: webhookView,
  }),
  command({
    name: ['webhooks', 'update'],
    summary: 'Change a webhook, or re-enable a disabled one.',
    flags: {
      url: text('--url <URL>', 'Endpoint URL, HTTPS only.'),
      events: choices('--event <EVENT>', 'Send these events instead. May be repeated.', EVENT_TYPES),
      labels: texts('--label <LABEL>', 'Only events of messages with this label, or another one given.'),
      tags: texts('--tag <TAG>', 'Only events of messages to an address with +TAG, or another one given.'),
      description: text('--description <TEXT>', 'Description of the webhook.'),
      header: texts(
        '-H, --header <NAME: VALUE>',
        'Header to send with each delivery. May be repeated. Values are never shown again.',
      ),
      noHeaders: flag('--clear-headers', 'Remove all custom headers.'),
      noFilters: flag('--clear-filters', 'Send events of all messages, whatever their labels and tags.'),
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
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).updateWebhook,
    request: (input) => {
      const { url, description, header, events, enabled } = input;
      if (header.length > 0 && input.noHeaders) {
        throw new UsageError(
          "--header and --clear-headers can't be combined: --header already replaces all headers.",
        );
      }
      const body = {
        ...definedFields({ url, description, enabled }),
        ...(events.length === 0 ? {} : { enabled_events: [...events] }),
        ...(header.length === 0 ? {} : { request_headers: headersOf(header) }),
        ...(input.noHeaders ? { request_headers: null } : {}),
        ...(input.noFilters && { labels: null, tags: null }),
        ...(input.labels.length > 0 && { labels: [...input.labels] }),
        ...(input.tags.length > 0 && { tags: [...input.tags] }),
      };
      if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
      return { params: { id: input.webhook }, body };
    },
    view: webhookView,
  }),
  command({
    name: ['webhooks', 'delete'],
    summary: 'Delete a webhook and its deliveries.',
    flags: { yes: yesFlag },
    arguments: { webhook: webhookWord },
    examples: [
      {
        command: 'agentmail webhooks delete 1f0a4c11',
        about: 'delete it; nothing more is sent to it',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).deleteWebhook,
    request: async (input, context) => {
      await confirm(context, input.yes, () => `Delete the webhook ${input.webhook} and its deliveries?`);
      return { params: { id: input.webhook } };
    },
    view: deletedWebhook,
  }),
  command({
    name: ['webhooks', 'rotate-secret'],
    summary: 'Create a new signing secret; the old one stops working.',
    arguments: { webhook: webhookWord },
    examples: [{ command: 'agentmail webhooks rotate-secret 1f0a4c11', about: 'shown once' }],
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).rotateWebhookSecret,
    request: (input) => ({ params: { id: input.webhook } }),
    view: webhookSecret,
  }),
  command({
    name: ['webhooks', 'test'],
    summary: 'Send a sample event to a webhook.',
    flags: {
      event: choice('--event <EVENT>', 'Event to simulate. Default: webhook.test.', TESTABLE_EVENTS),
    },
    arguments: { webhook: webhookWord },
    examples: [
      {
        command: 'agentmail webhooks test 1f0a4c11 --event message.delivered',
        about: 'send it; then run webhooks deliveries',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).testWebhook,
    request: (input) => ({ params: { id: input.webhook }, body: definedFields({ event: input.event }) }),
    view: queuedDelivery,
  }),
  command({
    name: ['webhooks', 'deliveries'],
    summary: "List a webhook's deliveries of the last 30 days, newest first.",
    flags: {
      limit: limitFlag(LIMITS.deliveryPage),
      cursor: cursorFlag,
      beforeAt: hidden('--before-at <TIME>'),
      beforeId: hidden('--before-id <ID>'),
    },
    arguments: { webhook: webhookWord },
    examples: [
      {
        command: 'agentmail webhooks deliveries 1f0a4c11',
        about: 'find out what failed, and why',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).listDeliveries,
    request: ({ webhook, limit, cursor, ...old }) => {
      assertExclusive({
        '--cursor': cursor !== undefined,
        '--before-at': old.beforeAt !== undefined || old.beforeId !== undefined,
      });
      // A page ends with two values; the list shows them as one cursor.
      const [before_at = old.beforeAt, before_id = old.beforeId] = cursor?.split(',') ?? [];
      return { params: { id: webhook }, query: definedFields({ limit, before_at, before_id }) };
    },
    view: deliveryList,
  }),
  command({
    name: ['webhooks', 'retry'],
    summary: 'Retry a delivery with a full set of attempts.',
    arguments: {
      webhook: webhookWord,
      delivery: deliveryWord,
    },
    examples: [
      {
        command: 'agentmail webhooks retry 1f0a4c11 1f0a4c11',
        about: 'redeliver after you fixed the receiver',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/webhooks.ts')).retryDelivery,
    request: (input) => ({ params: { id: input.webhook, delivery_id: input.delivery } }),
    view: queuedDelivery,
  }),
];
