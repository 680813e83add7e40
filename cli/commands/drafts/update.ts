import { command, flag, result, text } from '../../command.ts';
import { atFlag } from '../../drafting/at.ts';
import { chooseDraft, draftArgument, loadLookup } from '../../drafting/draft.ts';
import { revisionFlag } from '../../drafting/seen.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { addressed } from '../../recipient.ts';
import { attachFlag, readFiles, stageFiles } from '../../sending/attachments.ts';
import { contentFlags, readChangedContent } from '../../sending/content.ts';
import { draftView } from '../../views/drafts.ts';

export const draftsUpdate = command({
  name: ['drafts', 'update'],
  summary: 'Change a draft; omitted fields are kept, and it is scanned again.',
  flags: {
    mailbox: mailboxFlag,
    to: addressed(text('--to <ADDRESS>', 'Recipient address.')),
    subject: text('-s, --subject <TEXT>', 'Subject.'),
    ...contentFlags,
    clearHtml: flag('--clear-html', 'Remove the HTML version.'),
    clearSubaddress: flag('--clear-subaddress', 'Remove +INSTANCE.'),
    at: atFlag,
    clearTime: flag('--clear-time', 'Cancel the schedule.'),
    attach: attachFlag,
    clearFiles: flag('--clear-files', 'Remove the current attachments.'),
    revision: revisionFlag,
  },
  arguments: { draft: draftArgument },
  examples: [
    { command: 'agentmail drafts update 4f1c9a22 --at "in 2 hours"', about: 'send it later than planned' },
    { command: 'agentmail drafts update 4f1c9a22 -b "See you at eleven."', about: 'replace the text' },
  ],
  endpoints: async () => {
    const [{ updateDraft, getDraft }, { stageAttachment }] = await Promise.all([
      import('../../../shared/contract/drafts.ts'),
      import('../../../shared/contract/staged-attachments.ts'),
    ]);
    return { updateDraft, getDraft, stageAttachment, ...(await loadLookup()) };
  },
  run: async (context, input, endpoints) => {
    if (input.at !== undefined && input.clearTime)
      throw new UsageError("--at and --clear-time can't be combined.");
    const content = await readChangedContent(context.world, input);
    const files = await readFiles(input.attach);
    const id = await chooseDraft(context, input.draft, input.mailbox, endpoints);
    const client = await context.client();
    const { mailbox_id, attachments } = await client.call(endpoints.getDraft, { params: { id } });
    const kept = input.clearFiles ? [] : attachments.flatMap(({ upload_id }) => upload_id ?? []);
    const added = await stageFiles(context, { files, mailbox: mailbox_id }, endpoints.stageAttachment);
    const changes = {
      ...given({ to: input.to, subject: input.subject, send_at: input.at }),
      ...content,
      ...(input.clearTime && { send_at: null }),
      ...((input.clearFiles || added.length > 0) && { attachment_ids: [...kept, ...added] }),
    };
    if (Object.keys(changes).length === 0)
      throw new UsageError('No changes given.', 'agentmail drafts update --help lists what you can change');
    const body = { ...changes, ...given({ revision: input.revision }) };
    return result(await client.call(endpoints.updateDraft, { params: { id }, body }), draftView);
  },
});
