import { command } from '../command.ts';
import { chooseMailbox, mailboxWords } from '../input/lookups/mailbox.ts';
import { duration } from '../input/options/duration.ts';
import { assertExclusive } from '../input/options/input.ts';
import { choice, flag, integer, text, texts } from '../input/options/kinds.ts';
import { markFilters } from '../input/options/marks.ts';
import { pastTime } from '../input/options/time.ts';

const MOST_MESSAGES = 100_000;

export const wait = command({
  name: ['wait'],
  summary: 'Wait for a message and print it, or run a command for it.',
  description:
    'Counts messages that arrive from now on, or after --since. Exits with 6 if nothing arrives in\n' +
    "time, and with 7 if the daemon can't be reached.\n\n" +
    '--exec runs a command in your shell ($SHELL) once per message, one after another. It gets the\n' +
    'message on stdin as JSON, like messages show --json, and AGENTMAIL_MESSAGE_ID, _THREAD_ID,\n' +
    '_MAILBOX, _SENDER and _SUBJECT in its environment. No message content appears on the command\n' +
    'line. If it exits with 0, the message is marked as read. If it fails, the failure is reported,\n' +
    'the message stays unread, and waiting goes on with the next one; the exit code is 8 at the end.\n' +
    'Use --unread to retry failed messages. Held messages are reported but not passed to the command.\n' +
    "With --json, each line is the result of one command, and the command's output goes to stderr.\n\n" +
    'If the command exits with 5, its answer is held for review, and the message is marked as read too.\n' +
    'When a person denies the answer, the command runs again for its message: AGENTMAIL_DECISION is\n' +
    'denied, AGENTMAIL_REASON has the reason, AGENTMAIL_REVISES the ID of the denied answer, and the\n' +
    'JSON has it in "denied". A reply of that command to AGENTMAIL_MESSAGE_ID is the new version. --follow\n' +
    'without --exec prints denied messages too. Both offer a denial until it is revised or read.\n\n' +
    'Automatic answers, mail of lists and bounces are skipped; with --follow or --exec, all automatic\n' +
    'mail is. --include-automatic counts it. Mail with codes and confirmations is rarely skipped.',
  flags: {
    mailboxes: texts(
      '-m, --mailbox <MAILBOX>',
      "Mailbox name or ID. May be repeated. Default: the profile's mailbox, else the only accessible one.",
    ),
    timeout: duration(
      '-t, --timeout <DURATION>',
      'Give up after this time in total. Default: 30s; no limit with --follow.',
    ),
    from: text('--from <ADDRESS>', 'Only messages whose sender contains this.'),
    subject: text('-s, --subject <TEXT>', 'Only messages whose subject contains this.'),
    since: pastTime('--since <TIME>', 'Count messages after this time, such as the created_at of a message.'),
    unread: flag('-u, --unread', 'Start with the existing unread messages, oldest first.'),
    // `agentmail code` as it was called before.
    extract: { ...choice('--extract <KIND>', '', ['otp', 'link', 'reply']), hidden: true },
    includeAutomatic: flag(
      '--include-automatic',
      'Count automatic mail too: automatic answers, mailing lists, bounces.',
    ),
    ...markFilters,
    exec: text('-x, --exec <COMMAND>', 'Run this for each message, with the message as JSON on stdin.'),
    count: integer('-n, --count <N>', 'Stop after N messages. Default: 1.', { min: 1, max: MOST_MESSAGES }),
    follow: flag('-f, --follow', 'Keep waiting for more messages until Ctrl+C.'),
  },
  arguments: { words: mailboxWords },
  examples: [
    {
      command: 'agentmail wait --from ann@example.com --timeout 5m',
      about: 'wait up to 5 minutes for a message from Ann',
    },
    {
      command: 'agentmail wait --json --count 100 | jq -r .subject',
      about: 'print one line of JSON per message',
    },
    {
      command: 'agentmail wait --unread --follow --exec ./answer.sh',
      about: 'answer a support mailbox; messages that fail stay unread',
    },
  ],
  stream: true,
  codes: ['NOTHING_ARRIVED', 'EXEC_FAILED'],
  endpoints: async () => {
    const [
      { waitForMessage, getMessage, listMessages, markMessageRead },
      { waitForCode },
      { getHealth },
      { listMailboxes },
    ] = await Promise.all([
      import('../../shared/contract/reading.ts'),
      import('../../shared/contract/one-time-codes.ts'),
      import('../../shared/contract/platform.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    const reading = { waitForMessage, getMessage, listMessages, markMessageRead };
    return { ...reading, waitForCode, getHealth, listMailboxes };
  },
  run: async (context, input, endpoints) => {
    const { extract } = input;
    if (extract === undefined || extract === 'reply') {
      const { waitFor } = await import('../tasks/waiting/wait-for.ts');
      return waitFor(context, input, endpoints);
    }
    const { exec, count, follow, since, mailboxes } = input;
    for (const [other, isGiven] of Object.entries({
      '--exec': exec !== undefined,
      '--count': count !== undefined,
      '--follow': follow,
      '--since': since !== undefined,
      '--include-automatic': input.includeAutomatic,
      'several mailboxes': mailboxes.length > 1,
    })) {
      assertExclusive({ [other]: isGiven, '--extract': true });
    }
    const { printCode } = await import('../tasks/waiting/code.ts');
    const mailbox = await chooseMailbox(context, mailboxes[0]);
    return printCode(context, { ...input, mailbox, kind: extract }, endpoints);
  },
});
