import type { previewPolicy } from '../../shared/contract/mailbox-policies.ts';
import { type CommandOutcome, command } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { chooseMailbox, mailboxFlag } from '../input/lookups/mailbox.ts';
import { loadThreadLookup, wholeThread } from '../input/lookups/thread.ts';
import { assertExclusive, definedFields } from '../input/options/input.ts';
import { flag, renamed, text } from '../input/options/kinds.ts';
import { type RecipientInput, recipientFields, recipientFlags } from '../input/options/recipients.ts';
import { attachFlag, readFiles, stageFiles } from '../tasks/sending/attachments.ts';
import { contentFlags, readContent } from '../tasks/sending/content.ts';
import { deliver, deliveryFlags, revisesFlag } from '../tasks/sending/deliver.ts';
import { assertDryRunFlags, dryRun, dryRunFlags } from '../tasks/sending/preview.ts';
import { revisedMessage } from '../tasks/sending/revised.ts';

export const send = command({
  name: ['send'],
  summary: 'Send a message, alone or in a thread.',
  flags: {
    mailbox: mailboxFlag,
    from: text('--from <MAILBOX>', 'Same as --mailbox.'),
    ...recipientFlags(
      'Recipients, each an address or "Ann Miller <ann@example.com>"; in a thread, the first is a participant.',
    ),
    skipRefused: flag('--skip-refused', 'If rules refuse some recipients, send to the others.'),
    subject: text('-s, --subject <TEXT>', 'Subject. A thread sets its own.'),
    thread: text(
      '--thread <THREAD>',
      'Continue this thread, or follow up a message that you sent. Takes its ID or short ID.',
    ),
    ...contentFlags,
    attach: attachFlag,
    revises: revisesFlag,
    ...deliveryFlags,
    ...dryRunFlags,
    origin: renamed(dryRunFlags.origin, { flags: '--as <ORIGIN>' }),
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail send --to ann@example.com -s Numbers -b "Here they are." --attach numbers.pdf',
      about: 'attach a file, if the mailbox may send attachments',
    },
    {
      command: 'agentmail send --to ann@example.com -s "Weekly numbers" -f report.txt',
      about: 'send from the only mailbox, with the text from a file',
    },
    {
      command: 'agentmail send --to ann@example.com -s News -f news.txt --html news.html',
      about: 'add HTML to the text; reports what was removed from it',
    },
    {
      command: 'agentmail send --to ann@example.com,bob@example.com --cc eve@example.com -s Plan -f plan.txt',
      about: 'send to several: one mail and one send of the quota for each',
    },
    {
      command: 'date | agentmail send -m support --to ann@example.com -s Time --wait 10m',
      about: 'read the text from stdin and wait up to ten minutes if it is held',
    },
    {
      command: 'agentmail send --revises 67c2472e -b "The numbers, with sources."',
      about: 'send a better version of a message that was denied',
    },
    {
      command: 'agentmail send --to ann@example.com -s Hi -b Hello --dry-run --explain --origin agent',
      about: 'check whether an agent could send this; sends nothing',
    },
  ],
  endpoints: async () => {
    const [{ send, probeIdempotency }, reading, { stageAttachment }, { previewPolicy }, lookup] =
      await Promise.all([
        import('../../shared/contract/sending.ts'),
        import('../../shared/contract/reading.ts'),
        import('../../shared/contract/staged-attachments.ts'),
        import('../../shared/contract/mailbox-policies.ts'),
        loadThreadLookup(),
      ]);
    const { waitForDecision } = reading;
    return { send, probeIdempotency, waitForDecision, stageAttachment, previewPolicy, ...lookup };
  },
  run: async (context, input, endpoints) => {
    const content = await readContent(context, input);
    const files = await readFiles(input.attach);
    const { subject, thread } = input;
    const { to } = recipientFields(input);
    assertExclusive({ '--mailbox': input.mailbox !== undefined, '--from': input.from !== undefined });
    const from = input.mailbox ?? input.from;
    assertDryRunFlags(input);
    const isNew = thread === undefined && input.revises === undefined;
    if (isNew && (to === undefined || subject === undefined)) {
      throw new UsageError('--to and --subject are required unless you pass --thread or --revises.');
    }
    const mailbox =
      isNew || from !== undefined || files.length > 0 ? await chooseMailbox(context, from) : undefined;
    if (input.dryRun) return tryOut(context, { ...input, content, mailbox }, endpoints.previewPolicy);
    const threadId = thread === undefined ? undefined : await wholeThread(context, thread, mailbox ?? from);
    const revises = await revisedMessage(context, { ...input, mailbox: from });
    const ids =
      mailbox === undefined ? [] : await stageFiles(context, { files, mailbox }, endpoints.stageAttachment);
    const request = {
      ...(ids.length > 0 && { attachment_ids: ids }),
      ...content,
      ...recipientFields(input),
      ...(input.skipRefused && { skip_refused: true }),
      ...definedFields({ thread_id: threadId, from_mailbox: mailbox, subject, revises }),
    };
    return deliver(context, input, {
      revises,
      post: (client, headers) => client.call(endpoints.send, { body: request, headers }),
      following: { decision: endpoints.waitForDecision, probe: endpoints.probeIdempotency },
    });
  },
});

interface DryRun extends RecipientInput {
  readonly subject: string | undefined;
  readonly thread: string | undefined;
  readonly explain: boolean;
  readonly origin: 'human' | 'agent' | undefined;
  readonly mailbox: string | undefined;
  readonly content: { readonly body: string; readonly html?: string };
}

/** Runs the gates and the scan of a send, without sending. */
async function tryOut(
  context: CommandContext,
  run: DryRun,
  endpoint: typeof previewPolicy,
): Promise<CommandOutcome> {
  const { subject, mailbox, content } = run;
  const { to, ...copies } = recipientFields(run);
  if (run.thread !== undefined || to === undefined || mailbox === undefined) {
    throw new UsageError('--dry-run is for fresh messages: name --to and --subject, not --thread.');
  }
  if (content.html !== undefined) throw new UsageError('--dry-run looks at the text; leave --html out.');
  return dryRun(context, run, {
    endpoint,
    mailbox,
    body: { to, ...copies, body: content.body, ...definedFields({ subject }) },
  });
}
