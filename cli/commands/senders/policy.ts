import { LIST_MODES } from '../../../shared/contract/values.ts';
import { choiceWord, command, flag, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { senderPolicy } from '../../views/policies.ts';

export const sendersPolicy = command({
  name: ['senders', 'policy'],
  summary: 'Take mail from all but the blocklist, or from the allowlist only.',
  flags: {
    mailbox: mailboxFlag,
    force: flag('--force-empty', 'Also when the allowlist is empty, so that nothing comes in.'),
  },
  arguments: { mode: choiceWord('MODE', 'Whom it takes mail from.', LIST_MODES) },
  examples: [{ command: 'agentmail senders policy allowlist -m support', about: 'strangers are kept out' }],
  endpoints: async () => {
    const [{ setSenderPolicy }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setSenderPolicy, listMailboxes };
  },
  run: async (context, input, { setSenderPolicy, listMailboxes }) => {
    const { mode } = input;
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const body = { mode, ...(input.force ? { force_empty: true } : {}) } as const;
    return result(await client.call(setSenderPolicy, { params: { id }, body }), senderPolicy);
  },
});
