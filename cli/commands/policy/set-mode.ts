import { POLICY_MODES } from '../../../shared/contract/values.ts';
import { choiceWord, command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { challengeFlag } from '../../prove.ts';
import { mailboxDetail } from '../../views/mailboxes.ts';

export const policySetMode = command({
  name: ['policy', 'set-mode'],
  summary: 'Apply a predefined set of policies to a mailbox.',
  description:
    'read_only: agents only read. draft_only: agents also write drafts. supervised: agents send, and\n' +
    'a person decides about risky messages. trusted: agents send to the allowlist and to\n' +
    'participants. A looser mode needs a signed-in person.',
  flags: { mailbox: mailboxFlag, challenge: challengeFlag },
  arguments: { mode: choiceWord('MODE', 'Policy mode.', POLICY_MODES) },
  examples: [
    {
      command: 'agentmail policy set-mode supervised -m support',
      about: 'let agents send under supervision',
    },
  ],
  endpoints: async () => {
    const [{ updateMailbox }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { updateMailbox, listMailboxes };
  },
  run: async (context, input, { updateMailbox, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const body = { apply_policy_mode: input.mode };
    const client = await context.client();
    const { challenge } = input;
    const reply = await withMailboxProof(
      context,
      { scope: 'mailbox_policy_loosen', mailbox: id, body, challenge, listMailboxes },
      (proven, as) => client.call(updateMailbox, { ...as, params: { id }, body: proven }),
    );
    return result(reply, mailboxDetail);
  },
});
