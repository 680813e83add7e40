import { LIMITS } from '../../shared/contract/limits.ts';
import { OUTBOX_KINDS, OUTBOX_PURPOSES } from '../../shared/contract/values.ts';
import { type Command, command, result } from '../command.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { accountFlag } from '../input/lookups/operator-ids.ts';
import { outboxArgument } from '../input/lookups/outbox-item.ts';
import { definedFields } from '../input/options/input.ts';
import { addressed, choice, text } from '../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../input/options/pages.ts';
import { pastTime } from '../input/options/time.ts';
import { emptied, outboxView, rawView, outboxList as view } from '../output/views/outbox.ts';

export const outbox: readonly Command[] = [
  command({
    name: ['outbox', 'list'],
    summary: 'List captured mail and text messages, newest first.',
    flags: {
      to: addressed(text('--to <ADDRESS>', 'Only items for this address.')),
      kind: choice('--kind <KIND>', 'Only mail, or only text messages.', OUTBOX_KINDS),
      purpose: choice('--purpose <PURPOSE>', 'Only this purpose.', OUTBOX_PURPOSES),
      since: pastTime('--since <TIME>', 'Only items captured since this time.'),
      account: accountFlag,
      limit: limitFlag(LIMITS.outboxPage),
      cursor: cursorFlag,
    },
    examples: [
      { command: 'agentmail outbox list --to ann@example.com', about: 'list what Ann would have received' },
    ],
    endpoint: async () => (await import('../../shared/contract/operator.ts')).listOutbox,
    request: (input) => ({ query: definedFields(input) }),
    view,
  }),
  command({
    name: ['outbox', 'show'],
    summary: 'Show a captured message or text message.',
    arguments: { item: outboxArgument },
    examples: [{ command: 'agentmail outbox show 7be01f63', about: 'show it as its recipient would see it' }],
    endpoint: async () => (await import('../../shared/contract/operator.ts')).getOutboxItem,
    request: ({ item }) => ({ params: { id: item } }),
    view: outboxView,
  }),
  command({
    name: ['outbox', 'raw'],
    summary: 'Print the RFC 5322 source of a captured message.',
    arguments: { item: outboxArgument },
    examples: [
      { command: 'agentmail outbox raw 7be01f63 > mail.eml', about: 'save it for another mail program' },
    ],
    endpoints: async () => {
      const { getOutboxRaw } = await import('../../shared/contract/operator.ts');
      return { getOutboxRaw };
    },
    run: async (context, { item: id }, { getOutboxRaw }) => {
      const client = await context.client();
      const raw = await client.call(getOutboxRaw, { params: { id } });
      if (context.jsonAsked || !context.json) return result({ id, raw }, rawView);
      context.raw(raw);
      return 'ok';
    },
  }),
  command({
    name: ['outbox', 'empty'],
    summary: 'Delete everything in the outbox.',
    flags: { yes: yesFlag },
    examples: [{ command: 'agentmail outbox empty', about: 'start a test with an empty outbox' }],
    endpoint: async () => (await import('../../shared/contract/operator.ts')).emptyOutbox,
    request: async ({ yes }, context) => {
      await confirm(context, yes, () => 'Delete everything in the outbox?');
      return {};
    },
    view: emptied,
  }),
];
