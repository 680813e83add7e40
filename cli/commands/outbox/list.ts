import { LIMITS } from '../../../shared/contract/limits.ts';
import { oneOf } from '../../choices.ts';
import { choice, command, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { cursorFlag, limitFlag } from '../../pages.ts';
import { outboxList as view } from '../../views/outbox.ts';

export const outboxList = command({
  name: ['outbox', 'list'],
  summary: 'List mail that was kept instead of leaving this machine, newest first.',
  flags: {
    to: text('--to <ADDRESS>', 'Only what goes to this address.'),
    kind: choice('--kind <KIND>', 'Only mail, or only text messages.', ['email', 'sms']),
    purpose: text('--purpose <PURPOSE>', 'Only this purpose, as message or verification_code.'),
    since: text('--since <TIMESTAMP>', 'Only what was kept from this moment on.'),
    account: text('--account <ACCOUNT>', 'Only of this account: its id or email.'),
    limit: limitFlag(LIMITS.outboxPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [{ command: 'agentmail outbox list --to ann@example.com', about: 'what Ann would have got' }],
  endpoints: async () => {
    const { listOutbox } = await import('../../../shared/contract/operator.ts');
    return { listOutbox };
  },
  run: async (context, { purpose, ...narrowing }, { listOutbox }) => {
    const { outboxPurpose } = await import('../../../shared/contract/operator.ts');
    const client = await context.client();
    const { to, kind, since, account, limit, cursor } = narrowing;
    const query = {
      ...given({ to, kind }),
      ...(purpose === undefined ? {} : { purpose: oneOf(outboxPurpose, '--purpose', purpose) }),
      ...given({ since, account, limit, cursor }),
    };
    return result(await client.call(listOutbox, { query }), view);
  },
});
