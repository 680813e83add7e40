import { POLICY_MODES } from '../../../shared/contract/values.ts';
import { choiceWord, command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { challengeFlag } from '../../prove.ts';
import { mailboxDetail } from '../../views/mailboxes.ts';

export const policySetMode = command({
  name: ['policy', 'set-mode'],
  summary: 'Give a mailbox a ready set of rules for agents.',
  description:
    'read_only: agents read. draft_only: they also write drafts. supervised: they send, and a person decides about ' +
    'what is risky. trusted: they send to the allowlist and to those who wrote. A looser set needs a signed-in person.',
  flags: { mailbox: mailboxFlag, challenge: challengeFlag },
  arguments: { mode: choiceWord('MODE', 'The set.', POLICY_MODES) },
  examples: [
    { command: 'agentmail policy set-mode supervised -m support', about: 'a person keeps an eye on it' },
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
