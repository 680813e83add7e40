import { command, onOffWord, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { challengeFlag } from '../../prove.ts';
import { outboundAttachmentsView } from '../../views/policies.ts';

export const mailboxesOutboundAttachments = command({
  name: ['mailboxes', 'outbound-attachments'],
  summary: 'Allow or forbid sending attachments; allowing takes a signed-in person.',
  flags: {
    mailbox: mailboxFlag,
    disclaimer: text('--accept-disclaimer <VERSION>', 'Accept this version of the disclaimer.'),
    imageRisk: text('--accept-image-risk <VERSION>', 'Accept this version of the image risk notice.'),
    challenge: challengeFlag,
  },
  arguments: {
    state: onOffWord('Whether the mailbox may send attachments.'),
    mailboxWord,
  },
  examples: [
    {
      command: 'agentmail mailboxes outbound-attachments off support',
      about: 'forbid them from the next send on',
    },
    {
      command: 'agentmail mailboxes outbound-attachments on support --accept-disclaimer v1',
      about: 'allow them; asks for re-authentication',
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
