import { command, flag, integer, text, texts } from '../command.ts';
import { duration } from '../duration.ts';
import { assertExclusive } from '../exclusive.ts';
import { extractFlag } from '../extract/extract.ts';
import { mailboxWords } from '../mailbox.ts';
import { pastTime } from '../time.ts';

const MOST_MESSAGES = 100_000;

export const wait = command({
  name: ['wait'],
  summary: 'Wait until a message arrives and print it, or run a command for it.',
  description:
    'Messages count from now on, or from --since. When nothing arrives in time the exit code is 6; a daemon that\ncannot be reached is exit code 7.\n\n' +
    '--exec runs a command in your shell ($SHELL) once for each message, one after another. It reads the message as JSON, as\n' +
    'messages show --json prints it, on stdin, and has AGENTMAIL_MESSAGE_ID, _THREAD_ID, _MAILBOX, _SENDER and _SUBJECT in its\n' +
    'environment; nothing of the message is put into the command line. When it ends with status 0 the message is marked as\n' +
    'read. When it fails, that is reported, the message stays unread, the next one is taken, and the exit code is 8 at the\n' +
    'end; --unread takes it again. Held mail is reported and not given to the command. With --json each line is the end of\n' +
    'one command, and the output of the commands goes to stderr.',
  flags: {
    mailboxes: texts(
      '-m, --mailbox <MAILBOX>',
      'Name or id of the mailbox; may be repeated. Default: the one of the profile, else the only one that the key sees.',
    ),
    timeout: duration(
      '-t, --timeout <DURATION>',
      'How long to wait in all. Default: 30s; with --follow no limit.',
    ),
    from: text('--from <ADDRESS>', 'Only messages whose sender contains this.'),
    subject: text('-s, --subject <TEXT>', 'Only messages whose subject contains this.'),
    since: pastTime(
      '--since <TIME>',
      'Count from this moment on, as the created_at of a message; exclusive.',
    ),
    unread: flag('-u, --unread', 'Begin with the unread messages that are there, oldest first.'),
    extract: extractFlag,
    exec: text('-x, --exec <COMMAND>', 'Run this for each message, with the message as JSON on stdin.'),
    count: integer('-n, --count <N>', 'Print so many messages. Default: 1.', 1, MOST_MESSAGES),
    follow: flag('-f, --follow', 'Keep waiting after each message, until Ctrl-C.'),
  },
  arguments: { words: mailboxWords },
  examples: [
    {
      command: 'agentmail wait --from ann@example.com --timeout 5m',
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
    {
      command: 'agentmail wait --unread --follow --exec ./answer.sh',
      about: 'a support desk: what answer.sh fails at stays unread',
    },
  ],
  stream: true,
  codes: ['NOTHING_ARRIVED', 'EXEC_FAILED'],
  endpoints: async () => {
    const [{ waitForMessage, getMessage, listMessages, markMessageRead }, { getHealth }, { listMailboxes }] =
      await Promise.all([
        import('../../shared/contract/reading.ts'),
        import('../../shared/contract/platform.ts'),
        import('../../shared/contract/mailboxes.ts'),
      ]);
    return { waitForMessage, getMessage, listMessages, markMessageRead, getHealth, listMailboxes };
  },
  run: async (context, input, endpoints) => {
    assertExclusive({ '--exec': input.exec !== undefined, '--extract': input.extract !== undefined });
    const { waitFor } = await import('../waiting/wait-for.ts');
    return waitFor(context, input, endpoints);
  },
});
