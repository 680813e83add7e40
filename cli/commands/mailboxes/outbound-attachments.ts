import { command, onOffWord, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { challengeFlag } from '../../prove.ts';
import { outboundAttachmentsView } from '../../views/policies.ts';

export const mailboxesOutboundAttachments = command({
  name: ['mailboxes', 'outbound-attachments'],
  summary: 'Say whether a mailbox may send attachments; a signed-in person switches them on.',
  flags: {
    mailbox: mailboxFlag,
    disclaimer: text('--accept-disclaimer <VERSION>', 'Version of the text that you accept.'),
    imageRisk: text('--accept-image-risk <VERSION>', 'Version of the text about images that you accept.'),
    challenge: challengeFlag,
  },
  arguments: {
    state: onOffWord('Whether it may.'),
    mailboxWord,
  },
  examples: [
    {
      command: 'agentmail mailboxes outbound-attachments off support',
      about: 'from the next send on',
    },
    {
      command: 'agentmail mailboxes outbound-attachments on support --accept-disclaimer v1',
      about: 'asks for proof that you are there',
    },
  ],
  endpoints: async () => {
    const [{ setOutboundAttachments }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setOutboundAttachments, listMailboxes };
  },
  run: async (context, input, { setOutboundAttachments, listMailboxes }) => {
    const body = {
      enabled: input.state,
      ...given({
        accept_disclaimer_version: input.disclaimer,
        accept_image_risk_version: input.imageRisk,
      }),
    };
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const { challenge } = input;
    const reply = await withMailboxProof(
      context,
      { scope: 'outbound_attachments_enable', mailbox: id, body, challenge, listMailboxes },
      (proven, as) => client.call(setOutboundAttachments, { ...as, params: { id }, body: proven }),
    );
    return result(reply, outboundAttachmentsView);
  },
});
