import { FORWARD_FORMS } from '../../shared/contract/values.ts';
import { command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { chooseMailbox, mailboxFlag } from '../input/lookups/mailbox.ts';
import { chooseMessage } from '../input/lookups/message.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, flag, word } from '../input/options/kinds.ts';
import { recipientFields, recipientFlags } from '../input/options/recipients.ts';
import { attachFlag, readFiles, stageFiles } from '../tasks/sending/attachments.ts';
import { forwardContentFlags, readOwnWords } from '../tasks/sending/content.ts';
import { deliver, deliveryFlags, revisesFlag } from '../tasks/sending/deliver.ts';
import { assertDryRunFlags, dryRun, dryRunFlags } from '../tasks/sending/preview.ts';
import { revisedMessage } from '../tasks/sending/revised.ts';

export const forward = command({
  name: ['forward'],
  summary: 'Forward a message, with its files.',
  description:
    "It starts a thread of its own. An agent's forward waits for a person unless the mailbox says\n" +
    'otherwise: agentmail mailboxes update --agent-forwarding.',
  flags: {
    mailbox: mailboxFlag,
    ...recipientFlags('Recipients, each an address or "Ann Miller <ann@example.com>".'),
    skipRefused: flag('--skip-refused', 'If rules refuse some recipients, forward to the others.'),
    ...forwardContentFlags,
    as: choice(
      '--as <FORM>',
      'Quote the message (inline, default), or attach it as it arrived (attachment).',
      FORWARD_FORMS,
    ),
    noFiles: flag('--no-files', "Leave the message's files out."),
    attach: attachFlag,
    revises: revisesFlag,
    ...deliveryFlags,
    ...dryRunFlags,
  },
  arguments: { message: word('MESSAGE', 'Message ID, full or short.') },
  examples: [
    {
      command: 'agentmail forward 4f1c9a22 --to ann@example.com -b "Can you take this one?"',
      about: 'forward a message and its files',
    },
    {
      command: 'agentmail forward 4f1c9a22 --to ann@example.com --as attachment',
      about: 'send the whole message as a file',
    },
  ],
  endpoints: async () => {
    const [
      { forward },
      { probeIdempotency },
      { stageAttachment },
      { listMailboxes },
      { getMessage, listMessages, waitForDecision },
      { previewPolicy },
    ] = await Promise.all([
      import('../../shared/contract/forwarding.ts'),
      import('../../shared/contract/sending.ts'),
      import('../../shared/contract/staged-attachments.ts'),
      import('../../shared/contract/mailboxes.ts'),
      import('../../shared/contract/reading.ts'),
      import('../../shared/contract/mailbox-policies.ts'),
    ]);
    return {
      ...{ forward, probeIdempotency, waitForDecision, stageAttachment, listMailboxes, listMessages },
      ...{ getMessage, previewPolicy },
    };
  },
  run: async (context, input, endpoints) => {
    const { to, ...copies } = recipientFields(input);
    if (to === undefined) throw new UsageError('--to is required.');
    if (input.noFiles && input.as === 'attachment') {
      throw new UsageError("--no-files and --as attachment can't be combined: the message has its files.");
    }
    assertDryRunFlags(input);
    const content = await readOwnWords(context, input);
    if (input.dryRun && content.html !== undefined) {
      throw new UsageError('--dry-run looks at the text; leave --html out.');
    }
    const files = await readFiles(input.attach);
    const id = await chooseMessage(context, input.message, { mailbox: input.mailbox });
    const chosen = {
      ...(input.noFiles && { files: false }),
      ...definedFields({ as: input.as }),
    };
    if (input.dryRun) {
      const client = await context.client();
      const { mailbox_id: own } = await client.call(endpoints.getMessage, { params: { id } });
      return dryRun(context, input, {
        endpoint: endpoints.previewPolicy,
        mailbox: own,
        body: { to, ...copies, ...chosen, ...definedFields({ body: content.body }), forward_message_id: id },
      });
    }
    // Uploads need a mailbox, and a message's id doesn't name it.
    const mailbox = files.length === 0 ? '' : await chooseMailbox(context, input.mailbox);
    const ids = await stageFiles(context, { files, mailbox }, endpoints.stageAttachment);
    const revises = await revisedMessage(context, input);
    const body = {
      to,
      ...copies,
      ...content,
      ...(input.skipRefused && { skip_refused: true }),
      ...chosen,
      ...(ids.length > 0 && { attachment_ids: ids }),
      ...definedFields({ revises }),
    };
    return deliver(context, input, {
      revises,
      post: (client, headers) => client.call(endpoints.forward, { params: { id }, body, headers }),
      following: { decision: endpoints.waitForDecision, probe: endpoints.probeIdempotency },
    });
  },
});
