import { LIMITS } from '../../shared/contract/limits.ts';
import { type Command, command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { chooseDraft, draftArgument, typedDraft } from '../input/lookups/draft.ts';
import { chooseMailbox, inMailbox, mailboxFlag, mailboxWord } from '../input/lookups/mailbox.ts';
import { chooseMessage } from '../input/lookups/message.ts';
import { loadThreadLookup, wholeThread } from '../input/lookups/thread.ts';
import { definedFields } from '../input/options/input.ts';
import { flag, renamed, text } from '../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../input/options/pages.ts';
import { recipientFields, recipientFlags } from '../input/options/recipients.ts';
import { acceptedDraft, deletedDraft, draftList, draftView } from '../output/views/drafts.ts';
import { sentMessage } from '../output/views/sending.ts';
import { atFlag } from '../tasks/drafting/at.ts';
import { askToSend, revisionFlag } from '../tasks/drafting/seen.ts';
import { attachFlag, readFiles, stageFiles } from '../tasks/sending/attachments.ts';
import { contentFlags, readChangedContent, readContent } from '../tasks/sending/content.ts';
import { exitOf, SEND_EXITS, type SendHeaders, STRICT_KEY } from '../tasks/sending/deliver.ts';

export const drafts: readonly Command[] = [
  command({
    name: ['drafts', 'list'],
    summary: 'List drafts, newest first.',
    flags: {
      mailbox: inMailbox,
      limit: limitFlag(LIMITS.messagePage),
      cursor: renamed(cursorFlag, { flags: '--before <DRAFT>' }),
    },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail drafts list', about: 'show each draft with its send time' }],
    endpoint: async () => (await import('../../shared/contract/drafts.ts')).listDrafts,
    request: async ({ mailbox, limit, cursor }, context) => {
      const before = cursor === undefined ? undefined : await chooseDraft(context, cursor, mailbox);
      return { params: { id: mailbox }, query: definedFields({ limit, before }) };
    },
    view: (drafts, { limit = LIMITS.messagePage.default }) => draftList({ ...drafts, limit }),
  }),
  command({
    name: ['drafts', 'create'],
    summary: 'Create a draft, optionally with a send time.',
    flags: {
      mailbox: mailboxFlag,
      ...recipientFlags('Recipients. In a thread: required only with several participants.'),
      subject: text('-s, --subject <TEXT>', 'Subject. Default in a thread: "Re: " and its subject.'),
      ...contentFlags,
      thread: text(
        '--thread <THREAD>',
        'Thread to write in: full or short ID of the thread or of a message in it.',
      ),
      inReplyTo: text('--in-reply-to <MESSAGE>', 'Message to reply to: full or short ID.'),
      all: flag('--all', 'With --in-reply-to: reply to everybody in To and CC, too.'),
      keepUnread: flag('--keep-unread', "Don't mark the message as read when the reply is sent."),
      at: atFlag,
      attach: attachFlag,
      idempotencyKey: text('--idempotency-key <KEY>', 'Create only one draft for this key.'),
      strict: flag('--strict', 'Return an error if the key was used with other content.'),
    },
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
        import('../../shared/contract/drafts.ts'),
        import('../../shared/contract/staged-attachments.ts'),
        loadThreadLookup(),
      ]);
      return { createDraft, stageAttachment, ...lookup };
    },
    run: async (context, input, endpoints) => {
      if (input.at !== undefined && input.attach.length > 0) {
        throw new UsageError(
          "--at and --attach can't be combined: a scheduled draft can't have attachments.",
        );
      }
      const inConversation = input.thread !== undefined || input.inReplyTo !== undefined;
      if (!inConversation && (input.to.length === 0 || input.subject === undefined)) {
        throw new UsageError('--to and --subject are required without --thread or --in-reply-to.');
      }
      const content = await readContent(context, input);
      const files = await readFiles(input.attach);
      const mailbox =
        !inConversation || input.mailbox !== undefined || files.length > 0
          ? await chooseMailbox(context, input.mailbox)
          : undefined;
      const { thread: inThread, inReplyTo } = input;
      const thread = inThread === undefined ? undefined : await wholeThread(context, inThread, mailbox);
      const answered =
        inReplyTo === undefined ? undefined : await chooseMessage(context, inReplyTo, { mailbox });
      const ids =
        mailbox === undefined ? [] : await stageFiles(context, { files, mailbox }, endpoints.stageAttachment);
      const client = await context.client();
      const draft = await client.call(endpoints.createDraft, {
        body: {
          ...content,
          ...recipientFields(input),
          ...definedFields({ mailbox_id: mailbox, subject: input.subject }),
          ...definedFields({ thread_id: thread, in_reply_to_message_id: answered, send_at: input.at }),
          ...(answered !== undefined && !input.keepUnread && { mark_read: true }),
          ...(input.all && { all: true }),
          ...(ids.length > 0 && { attachment_ids: ids }),
        },
        headers: definedFields({
          'idempotency-key': input.idempotencyKey,
          prefer: input.strict ? STRICT_KEY : undefined,
        }),
      });
      return result(draft, draftView);
    },
  }),
  command({
    name: ['drafts', 'show'],
    summary: 'Show a draft with its text, attachments and schedule, even after sending.',
    flags: { mailbox: mailboxFlag },
    arguments: { draft: draftArgument },
    examples: [{ command: 'agentmail drafts show 4f1c9a22', about: 'show a draft by its short ID' }],
    endpoint: async () => (await import('../../shared/contract/drafts.ts')).getDraft,
    request: ({ draft }) => ({ params: { id: draft } }),
    view: draftView,
  }),
  command({
    name: ['drafts', 'update'],
    summary: 'Change a draft; omitted fields are kept, and it is scanned again.',
    flags: {
      mailbox: mailboxFlag,
      ...recipientFlags('Recipients instead of those in To. An empty text in --cc or --bcc removes those.'),
      subject: text('-s, --subject <TEXT>', 'Subject.'),
      ...contentFlags,
      clearHtml: flag('--clear-html', 'Remove the HTML version.'),
      clearSubaddress: flag('--clear-subaddress', 'Remove +INSTANCE.'),
      clearReplyTo: flag('--clear-reply-to', 'Have answers come to the mailbox that sends.'),
      at: atFlag,
      clearTime: flag('--clear-time', 'Cancel the schedule.'),
      attach: attachFlag,
      clearFiles: flag('--clear-files', 'Remove the current attachments.'),
      revision: revisionFlag,
    },
    arguments: { draft: typedDraft },
    examples: [
      { command: 'agentmail drafts update 4f1c9a22 --at "in 2 hours"', about: 'send it later than planned' },
      { command: 'agentmail drafts update 4f1c9a22 -b "See you at eleven."', about: 'replace the text' },
    ],
    endpoints: async () => {
      const [{ updateDraft, getDraft }, { stageAttachment }] = await Promise.all([
        import('../../shared/contract/drafts.ts'),
        import('../../shared/contract/staged-attachments.ts'),
      ]);
      return { updateDraft, getDraft, stageAttachment };
    },
    run: async (context, input, endpoints) => {
      if (input.at !== undefined && input.clearTime)
        throw new UsageError("--at and --clear-time can't be combined.");
      const content = await readChangedContent(context, input);
      const files = await readFiles(input.attach);
      const id = await chooseDraft(context, input.draft, input.mailbox);
      const client = await context.client();
      const { mailbox_id, attachments } = await client.call(endpoints.getDraft, { params: { id } });
      const kept = input.clearFiles ? [] : attachments.flatMap(({ upload_id }) => upload_id ?? []);
      const added = await stageFiles(context, { files, mailbox: mailbox_id }, endpoints.stageAttachment);
      const changes = {
        ...recipientFields(input),
        ...definedFields({ subject: input.subject, send_at: input.at }),
        ...content,
        ...(input.clearTime && { send_at: null }),
        ...((input.clearFiles || added.length > 0) && { attachment_ids: [...kept, ...added] }),
      };
      if (Object.keys(changes).length === 0)
        throw new UsageError('No changes given.', 'agentmail drafts update --help lists what you can change');
      const body = { ...changes, ...definedFields({ revision: input.revision }) };
      return result(await client.call(endpoints.updateDraft, { params: { id }, body }), draftView);
    },
  }),
  command({
    name: ['drafts', 'send'],
    summary: 'Send a draft now.',
    description:
      'At a terminal, shows the draft and asks first; if it changes meanwhile, it is not sent. Without a terminal, pass ' +
      'the --revision that you saw: otherwise a draft changed by an agent is reviewed like mail from that agent.',
    flags: {
      mailbox: mailboxFlag,
      revision: revisionFlag,
      isAsync: flag('--async', 'Return without waiting for the result.'),
      idempotencyKey: text('--idempotency-key <KEY>', 'Send only once for this key. Default: a new key.'),
    },
    arguments: { draft: draftArgument },
    examples: [
      { command: 'agentmail drafts send 4f1c9a22', about: 'send it under the same rules as any message' },
      {
        command: 'agentmail drafts send 4f1c9a22 --revision 3',
        about: 'send it only if it has not changed since',
      },
    ],
    codes: ['NOT_SENT'],
    exits: SEND_EXITS,
    endpoints: async () => {
      const { sendDraft, getDraft } = await import('../../shared/contract/drafts.ts');
      return { sendDraft, getDraft };
    },
    run: async (context, { draft: id, revision, isAsync, idempotencyKey }, endpoints) => {
      const seen = revision ?? (await askToSend(context, id, endpoints.getDraft));
      const client = await context.client();
      const headers: SendHeaders = {
        'idempotency-key': idempotencyKey ?? context.world.randomId(),
        ...(isAsync && { prefer: 'respond-async' }),
      };
      const reply = await client.call(endpoints.sendDraft, {
        params: { id },
        body: definedFields({ revision: seen }),
        headers,
      });
      if ('draft_id' in reply) return result(reply, acceptedDraft);
      return result(reply, sentMessage, exitOf(reply));
    },
  }),
  command({
    name: ['drafts', 'delete'],
    summary: 'Delete an unsent draft and cancel its schedule.',
    flags: { mailbox: mailboxFlag },
    arguments: { draft: draftArgument },
    examples: [{ command: 'agentmail drafts delete 4f1c9a22', about: 'delete a draft by its short ID' }],
    endpoint: async () => (await import('../../shared/contract/drafts.ts')).deleteDraft,
    request: ({ draft }) => ({ params: { id: draft } }),
    view: deletedDraft,
  }),
];
