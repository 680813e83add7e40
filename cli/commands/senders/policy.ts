import { LIST_MODES } from '../../../shared/contract/values.ts';
import { choiceWord, command, flag, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { senderPolicy } from '../../views/policies.ts';

export const sendersPolicy = command({
  name: ['senders', 'policy'],
  summary: 'Accept mail from all but blocked senders, or only from the allowlist.',
  flags: {
    mailbox: mailboxFlag,
    force: flag('--force-empty', 'Apply the allowlist even if it is empty, which rejects all mail.'),
  },
  arguments: { mode: choiceWord('MODE', 'Sender policy.', LIST_MODES) },
  examples: [{ command: 'agentmail senders policy allowlist -m support', about: 'reject unknown senders' }],
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
