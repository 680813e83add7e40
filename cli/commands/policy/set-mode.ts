import { oneOf } from '../../choices.ts';
import { command, result, word } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { proofFlag, proofOf } from '../../proof.ts';
import { mailboxDetail } from '../../views/mailboxes.ts';

export const policySetMode = command({
  name: ['policy', 'set-mode'],
  summary: 'Give a mailbox a ready set of rules for agents.',
  description:
    'read_only: agents read. draft_only: they also write drafts. supervised: they send, and a person decides about ' +
    'what is risky. trusted: they send to the allowlist and to those who wrote. A looser set needs a signed-in person.',
  flags: { mailbox: mailboxFlag, proof: proofFlag },
  arguments: { mode: word('MODE', 'read_only, draft_only, supervised or trusted.') },
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
    const { mailboxPolicyMode } = await import('../../../shared/contract/mailbox-policies.ts');
    const mode = oneOf(mailboxPolicyMode, 'The mode', input.mode);
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const body = { apply_policy_mode: mode, ...(await proofOf(context, input.proof)) };
    const client = await context.client();
    return result(await client.call(updateMailbox, { params: { id }, body }), mailboxDetail);
  },
});
