import { command, result, text } from '../../command.ts';
import { atFlag } from '../../drafting/at.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { chooseMessage } from '../../message.ts';
import { addressed } from '../../recipient.ts';
import { attachFlag, readFiles, stageFiles } from '../../sending/attachments.ts';
import { contentFlags, readContent } from '../../sending/content.ts';
import { loadThreadLookup, wholeThread } from '../../thread.ts';
import { draftView } from '../../views/drafts.ts';

export const draftsCreate = command({
  name: ['drafts', 'create'],
  summary: 'Create a draft, optionally with a send time.',
  flags: {
    mailbox: mailboxFlag,
    to: addressed(
      text('--to <ADDRESS>', 'Recipient address. In a thread: required only with several participants.'),
    ),
    subject: text('-s, --subject <TEXT>', 'Subject. Default in a thread: "Re: " and its subject.'),
    ...contentFlags,
    thread: text(
      '--thread <THREAD>',
      'Thread to write in: full or short ID of the thread or of a message in it.',
    ),
    inReplyTo: text('--in-reply-to <MESSAGE>', 'Message to reply to: full or short ID.'),
    at: atFlag,
    attach: attachFlag,
    idempotencyKey: text('--idempotency-key <KEY>', 'Create only one draft for this key.'),
  },
  arguments: {},
  examples: [
    {
      command:
        'agentmail drafts create --to ann@example.com -s Reminder -b "Tomorrow at ten." --at "friday 9:00"',
      about: 'send automatically on Friday unless it is changed or deleted',
    },
    {
      command: 'agentmail drafts create --to ann@example.com -s Numbers -f report.txt --attach numbers.pdf',
      about: 'keep it until you send it',
    },
    {
      command: 'agentmail drafts create --in-reply-to 4f1c9a22 -b "Noon works."',
      about: 'take mailbox, recipient and subject from the message',
    },
  ],
  endpoints: async () => {
    const [{ createDraft }, { stageAttachment }, lookup] = await Promise.all([
      import('../../../shared/contract/drafts.ts'),
      import('../../../shared/contract/staged-attachments.ts'),
      loadThreadLookup(),
    ]);
    return { createDraft, stageAttachment, ...lookup };
  },
  run: async (context, input, endpoints) => {
    if (input.at !== undefined && input.attach.length > 0) {
      throw new UsageError("--at and --attach can't be combined: a scheduled draft can't have attachments.");
    }
    const inConversation = input.thread !== undefined || input.inReplyTo !== undefined;
    if (!inConversation && (input.to === undefined || input.subject === undefined)) {
      throw new UsageError('--to and --subject are required without --thread or --in-reply-to.');
    }
    const content = await readContent(context.world, input);
    const files = await readFiles(input.attach);
    const mailbox =
      !inConversation || input.mailbox !== undefined || files.length > 0
        ? await chooseMailbox(context, input.mailbox, endpoints.listMailboxes)
        : undefined;
    const { thread: inThread, inReplyTo } = input;
    const thread =
      inThread === undefined
        ? undefined
        : await wholeThread(context, { typed: inThread, mailbox }, endpoints);
    const answered =
      inReplyTo === undefined
        ? undefined
        : await chooseMessage(context, { typed: inReplyTo, mailbox }, endpoints);
    const ids =
      mailbox === undefined ? [] : await stageFiles(context, { files, mailbox }, endpoints.stageAttachment);
    const client = await context.client();
    const draft = await client.call(endpoints.createDraft, {
      body: {
        ...content,
        ...given({ mailbox_id: mailbox, to: input.to, subject: input.subject }),
        ...given({ thread_id: thread, in_reply_to_message_id: answered, send_at: input.at }),
        ...(ids.length > 0 && { attachment_ids: ids }),
      },
      headers: given({ 'idempotency-key': input.idempotencyKey }),
    });
    return result(draft, draftView);
  },
});
