import { choice, command, flag, requiredText, result, text } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { previewView } from '../../views/policies.ts';

export const mailboxesPreview = command({
  name: ['mailboxes', 'preview'],
  summary: 'Ask what would become of a send, without sending, storing or charging anything.',
  flags: {
    mailbox: mailboxFlag,
    to: requiredText('--to <ADDRESS>', 'Who would get it.'),
    subject: text('-s, --subject <TEXT>', 'The subject.'),
    body: text('-b, --body <TEXT>', 'The text.'),
    at: text('--at <TIMESTAMP>', 'At this moment instead of now.'),
    scan: flag('--scan', 'Scan subject and text, too.'),
    origin: choice('--origin <ORIGIN>', 'As if sent by an agent or by a person.', ['agent', 'human']),
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail mailboxes preview --to ann@example.com --origin agent',
      about: 'may agents write to Ann?',
    },
  ],
  endpoints: async () => {
    const [{ previewPolicy }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { previewPolicy, listMailboxes };
  },
  run: async (context, input, { previewPolicy, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const body = {
      to: input.to,
      ...(input.subject === undefined ? {} : { subject: input.subject }),
      ...(input.body === undefined ? {} : { body: input.body }),
      ...(input.at === undefined ? {} : { at_time: input.at }),
      ...(input.scan ? { run_content_scan: true } : {}),
      ...(input.origin === undefined ? {} : { origin: input.origin }),
    };
    return result(await client.call(previewPolicy, { params: { id }, body }), previewView);
  },
});
