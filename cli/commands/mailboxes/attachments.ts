import { EXPOSURE_MODES, FILE_FAMILIES } from '../../../shared/contract/values.ts';
import { choice, choices, command, flag, result, text } from '../../command.ts';
import { bodyOf } from '../../fields.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { challengeFlag } from '../../prove.ts';
import { attachmentAccessView } from '../../views/policies.ts';

export const mailboxesAttachments = command({
  name: ['mailboxes', 'attachments'],
  summary: 'Choose how much of received attachments can be read.',
  description: 'Only a signed-in person can download raw files, never an API key.',
  flags: {
    mailbox: mailboxFlag,
    mode: choice('--mode <MODE>', 'How much can be read.', EXPOSURE_MODES),
    families: choices(
      '--family <FAMILY>',
      'Allow raw downloads of this file type. May be repeated.',
      FILE_FAMILIES,
    ),
    off: flag('--off', 'Show only names and sizes.'),
    disclaimer: text('--accept-disclaimer <VERSION>', 'Accept this version of the disclaimer.'),
    imageRisk: text('--accept-image-risk <VERSION>', 'Accept this version of the image risk notice.'),
    challenge: challengeFlag,
    expected: text('--expected-version <N>', 'Fail if the version has changed since you read it.'),
  },
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail mailboxes attachments support --mode derived_content',
      about: 'let agents read the text of attachments',
    },
  ],
  endpoints: async () => {
    const [{ setAttachmentAccess }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setAttachmentAccess, listMailboxes };
  },
  run: async (context, input, { setAttachmentAccess, listMailboxes }) => {
    const families = input.families.length === 0 ? undefined : JSON.stringify(input.families);
    const body = bodyOf(setAttachmentAccess.body, [
      { field: 'mode', flag: '--mode', value: input.mode, as: 'text' },
      { field: 'allowed_file_families', flag: '--family', value: families, as: 'json' },
      { field: 'enable', flag: '--off', value: input.off ? 'false' : undefined, as: 'json' },
      {
        field: 'accept_disclaimer_version',
        flag: '--accept-disclaimer',
        value: input.disclaimer,
        as: 'text',
      },
      { field: 'accept_image_risk_version', flag: '--accept-image-risk', value: input.imageRisk, as: 'text' },
      { field: 'expected_policy_version', flag: '--expected-version', value: input.expected, as: 'json' },
    ]);
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const { challenge } = input;
    const reply = await withMailboxProof(
      context,
      { scope: 'attachment_raw_enable', mailbox: id, body, challenge, listMailboxes },
      (proven, as) => client.call(setAttachmentAccess, { ...as, params: { id }, body: proven }),
    );
    return result(reply, attachmentAccessView);
  },
});
