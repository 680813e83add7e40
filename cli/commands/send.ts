import { command, text } from '../command.ts';
import { UsageError } from '../errors.ts';
import { chooseMailbox } from '../mailbox.ts';
import { bodyFlags, readBody } from '../sending/body.ts';
import { deliver, deliveryFlags } from '../sending/deliver.ts';

export const send = command({
  name: ['send'],
  summary: 'Send a message, fresh or in a thread.',
  flags: {
    from: text('--from <MAILBOX>', 'Mailbox to send from. Default: as for --mailbox of other commands.'),
    to: text('--to <ADDRESS>', 'Who gets it; in a thread, which of the participants.'),
    subject: text('-s, --subject <TEXT>', 'The subject; in a thread it follows from the thread.'),
    thread: text('--thread <THREAD>', 'Continue this thread: its id, or the id of a message in it.'),
    ...bodyFlags,
    ...deliveryFlags,
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail send --to ann@example.com -s "Weekly numbers" -f report.txt',
      about: 'from the only mailbox, the text from a file',
    },
    {
      command: 'date | agentmail send --from support --to ann@example.com -s Time --wait 600',
      about: 'the text from stdin; when held, wait ten minutes for a decision',
    },
  ],
  endpoints: async () => {
    const [{ send, probeIdempotency }, { listMailboxes }] = await Promise.all([
      import('../../shared/contract/sending.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    return { send, probeIdempotency, listMailboxes };
  },
  run: async (context, input, endpoints) => {
    const body = await readBody(context.world, input);
    const { from, to, subject, thread } = input;
    if (thread === undefined && (to === undefined || subject === undefined)) {
      throw new UsageError('--to and --subject are needed, unless --thread continues a thread.');
    }
    const mailbox =
      thread === undefined || from !== undefined
        ? await chooseMailbox(context, from, endpoints.listMailboxes)
        : undefined;
    const request = {
      body,
      ...(thread === undefined ? {} : { thread_id: thread }),
      ...(mailbox === undefined ? {} : { from_mailbox: mailbox }),
      ...(to === undefined ? {} : { to }),
      ...(subject === undefined ? {} : { subject }),
    };
    return deliver(
      context,
      input,
      (client, headers) => client.call(endpoints.send, { body: request, headers }),
      endpoints.probeIdempotency,
    );
  },
});
