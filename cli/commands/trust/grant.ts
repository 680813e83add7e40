import { command, flag, optionalWord, renamed, result, text } from '../../command.ts';
import { days } from '../../duration.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { messageFlag } from '../../message.ts';
import { challengeFlag } from '../../prove.ts';
import { addressed } from '../../recipient.ts';
import { sourceView } from '../../views/trust.ts';

/** Maximum days of trust. */
const MOST_DAYS = 365;

export const trustGrant = command({
  name: ['trust', 'grant'],
  summary: "Trust a sender to instruct a mailbox's agents; needs a signed-in person.",
  flags: {
    mailbox: mailboxFlag,
    message: messageFlag('--message <MESSAGE>', 'Trust the sender of this message.'),
    days: renamed(days('--for <DURATION>', 'Number of days, such as 30d. Default: 90d.', 1, MOST_DAYS), {
      flags: '--days <N>',
      means: (count) => `${count}d`,
    }),
    attest: flag('--attest', 'Confirm that the address belongs to the person you trust.'),
    risk: text('--accept-risk <VERSION>', 'Accept this version of the notice about the remaining risk.'),
    challenge: challengeFlag,
  },
  arguments: { address: addressed(optionalWord('ADDRESS', 'Sender address.')) },
  examples: [
    {
      command: 'agentmail trust grant boss@example.com --attest --accept-risk v1',
      about: 'trust a sender for 90 days; asks for the password',
    },
  ],
  endpoints: async () => {
    const [{ grantTrustedSource }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/trust.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { grantTrustedSource, listMailboxes };
  },
  run: async (context, input, { grantTrustedSource, listMailboxes }) => {
    if ((input.address === undefined) === (input.message === undefined)) {
      throw new UsageError('Give either an ADDRESS or --message.');
    }
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const body = {
      ...given({ value: input.address, message_id: input.message, expires_in_days: input.days }),
      ...(input.attest ? { address_attestation: true } : {}),
      ...given({ residual_ack_version: input.risk }),
    };
    const client = await context.client();
    const { challenge } = input;
    const reply = await withMailboxProof(
      context,
      { scope: 'trusted_source_grant', mailbox: id, body, challenge, listMailboxes },
      (proven, as) => client.call(grantTrustedSource, { ...as, params: { id }, body: proven }),
    );
    return result(reply, sourceView);
  },
});
