import { command, onOffWord, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { challengeFlag } from '../../prove.ts';
import { trustState } from '../../views/trust.ts';

export const trustStrict = command({
  name: ['trust', 'strict'],
  summary: 'Limit agents to the allowlist while trust is on; lifting needs a signed-in person.',
  flags: { mailbox: mailboxFlag, challenge: challengeFlag },
  arguments: { guard: onOffWord('Whether agents write only to the allowlist.') },
  examples: [
    { command: 'agentmail trust strict on -m support', about: 'require an allowlist entry even for replies' },
  ],
  endpoints: async () => {
    const [{ setStrictRecipient }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/trust.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setStrictRecipient, listMailboxes };
  },
  run: async (context, input, { setStrictRecipient, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const body = { strict_recipient: input.guard };
    const client = await context.client();
    const { challenge } = input;
    const reply = await withMailboxProof(
      context,
      { scope: 'strict_recipient_off', mailbox: id, body, challenge, listMailboxes },
      (proven, as) => client.call(setStrictRecipient, { ...as, params: { id }, body: proven }),
    );
    return result(reply, trustState);
  },
});
