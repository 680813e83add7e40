import { command, integer, seconds, text, texts } from '../command.ts';
import { CommandError } from '../errors.ts';
import { extractFlag, extractFrom, printExtracted } from '../extract/extract.ts';
import { chooseMailbox } from '../mailbox.ts';
import { arrival, type ListItem } from '../views/messages.ts';
import { arrivalsIn, daemonNow } from '../waiting/arrivals.ts';

const DEFAULT_TIMEOUT_SECONDS = 30;
const MOST_MESSAGES = 100_000;

export const wait = command({
  name: ['wait'],
  summary: 'Wait until a message arrives and print it.',
  description:
    'Messages count from now on, or from --since. When nothing arrives in time the exit code is 6; a daemon that\ncannot be reached is exit code 7.',
  flags: {
    mailboxes: texts(
      '-m, --mailbox <MAILBOX>',
      'Name or id of the mailbox; may be repeated. Default: the one of the profile, else the only one that the key sees.',
    ),
    timeout: seconds('-t, --timeout <SECONDS>', 'How long to wait in all. Default: 30.'),
    from: text('--from <ADDRESS>', 'Only messages whose sender contains this.'),
    subject: text('-s, --subject <TEXT>', 'Only messages whose subject contains this.'),
    since: text(
      '--since <TIMESTAMP>',
      'Count from this moment on, as the created_at of a message; exclusive.',
    ),
    extract: extractFlag,
    count: integer('-n, --count <N>', 'Print so many messages. Default: 1.', 1, MOST_MESSAGES),
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail wait --from ann@example.com --timeout 300',
      about: 'the next mail of Ann, within 5 minutes',
    },
    {
      command: 'CODE=$(agentmail wait --from accounts@example.com --extract otp)',
      about: 'only the code of the next mail that has one',
    },
    {
      command: 'agentmail wait --json --count 100 | jq -r .subject',
      about: 'one JSON line for each message',
    },
  ],
  stream: true,
  codes: ['NOTHING_ARRIVED'],
  endpoints: async () => {
    const [{ waitForMessage, getMessage }, { getHealth }, { listMailboxes }] = await Promise.all([
      import('../../shared/contract/reading.ts'),
      import('../../shared/contract/platform.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    return { waitForMessage, getMessage, getHealth, listMailboxes };
  },
  run: async (context, input, { waitForMessage, getMessage, getHealth, listMailboxes }) => {
    const timeout = input.timeout ?? DEFAULT_TIMEOUT_SECONDS;
    const wanted = input.count ?? 1;
    const deadline = context.world.clock.now() + timeout * 1000;
    const mailboxes =
      input.mailboxes.length > 0 ? input.mailboxes : [await chooseMailbox(context, undefined, listMailboxes)];
    const since = input.since ?? (await daemonNow(context, getHealth));
    let seen = 0;
    const cursors = new Map(mailboxes.map((mailbox) => [mailbox, since]));
    for await (const { mailbox, message } of arrivalsIn(
      context,
      { since: cursors, deadline },
      waitForMessage,
    )) {
      cursors.set(mailbox, message.created_at);
      if (!matches(message, input)) continue;
      if (input.extract) {
        const client = await context.client();
        const shown = await client.call(getMessage, { params: { id: message.id }, query: {} });
        const found = extractFrom(shown, input.extract);
        if (!found) continue;
        await printExtracted(context, found, shown.state);
      } else await context.emit(message, arrival);
      seen += 1;
      if (seen === wanted) return 'ok';
    }
    // Of several mailboxes, the one that is behind: nothing is missed, and some may come twice.
    const cursor = [...cursors.values()].sort()[0] ?? since;
    throw new CommandError(
      seen === 0
        ? `Nothing arrived in ${timeout} s.`
        : `Only ${seen} of ${wanted} messages arrived in ${timeout} s.`,
      {
        exit: 'nothing_arrived',
        code: 'NOTHING_ARRIVED',
        details: { seen, since: cursor },
        hint: `go on from there with --since ${cursor}`,
      },
    );
  },
});

function matches(
  message: ListItem,
  { from, subject }: { readonly from: string | undefined; readonly subject: string | undefined },
): boolean {
  return contains(message.sender, from) && contains(message.subject, subject);
}

function contains(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}
