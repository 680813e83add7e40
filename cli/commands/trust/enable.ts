import { command, onOff, renamed, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { challengeFlag } from '../../prove.ts';
import { trustState } from '../../views/trust.ts';

export const trustEnable = command({
  name: ['trust', 'enable'],
  summary: 'Let agents follow the instructions of trusted senders; needs a signed-in person.',
  flags: {
    mailbox: mailboxFlag,
    guard: renamed(
      {
        ...onOff('--strict-recipients <on|off>', 'Also limit agents to the allowlist.'),
        required: true,
      },
      { flags: '--strict <on|off>' },
    ),
    risk: text('--accept-risk <VERSION>', 'Accept this version of the notice about the remaining risk.'),
    challenge: challengeFlag,
  },
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail trust enable -m support --strict-recipients on --accept-risk v1',
      about: 'turn it on with the allowlist limit; asks for the password',
    },
  ],
  endpoints: async () => {
    const [{ setInstructionTrust }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/trust.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setInstructionTrust, listMailboxes };
  },
  run: async (context, input, { setInstructionTrust, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const body = {
      enabled: true,
      strict_recipient: input.guard === true,
      ...given({ residual_ack_version: input.risk }),
    };
    const client = await context.client();
    const { challenge } = input;
    const reply = await withMailboxProof(
      context,
      { scope: 'instruction_trust_enable', mailbox: id, body, challenge, listMailboxes },
      (proven, as) => client.call(setInstructionTrust, { ...as, params: { id }, body: proven }),
    );
    return result(reply, trustState);
  },
});
