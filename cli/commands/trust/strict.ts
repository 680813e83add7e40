import { memberOf } from '../../choices.ts';
import { command, result, word } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { proofFlag, proofOf } from '../../proof.ts';
import { trustState } from '../../views/trust.ts';

export const trustStrict = command({
  name: ['trust', 'strict'],
  summary: 'Hold agents to the allowlist while trust is on; only a signed-in person may lift that.',
  flags: { mailbox: mailboxFlag, proof: proofFlag },
  arguments: { guard: word('on|off', 'Whether the guard is on.') },
  examples: [
    { command: 'agentmail trust strict on -m support', about: 'answers in threads need the list too' },
  ],
  endpoints: async () => {
    const [{ setStrictRecipient }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/trust.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setStrictRecipient, listMailboxes };
  },
  run: async (context, input, { setStrictRecipient, listMailboxes }) => {
    const strict = memberOf(['on', 'off'], 'The guard', input.guard) === 'on';
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const body = { strict_recipient: strict, ...(await proofOf(context, input.proof)) };
    const client = await context.client();
    return result(await client.call(setStrictRecipient, { params: { id }, body }), trustState);
  },
});
