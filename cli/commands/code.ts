import { CODE_KINDS, LIMITS } from '../../shared/contract/limits.ts';
import { command } from '../command.ts';
import { inMailbox, mailboxWord } from '../input/lookups/mailbox.ts';
import { duration } from '../input/options/duration.ts';
import { choice, flag, integer, text } from '../input/options/kinds.ts';

export const code = command({
  name: ['code'],
  summary: 'Print the one-time code that was just asked for, once.',
  description:
    'Takes the code of the newest matching message that no code was taken from yet, if it arrived at\n' +
    'most 10 minutes ago, and else waits for one. Ask the service for the code first. The message is\n' +
    'marked as read, and no later call prints its code. Exits with 6 if none arrives in time.\n\n' +
    'MAILBOX may have a tag: with an address of its own for each account, such as\n' +
    'signup+shop@example.com, codes of several services never mix. Held messages are left out.',
  flags: {
    mailbox: inMailbox,
    timeout: duration('-t, --timeout <DURATION>', 'Give up after this time. Default: 30s.'),
    from: text('--from <ADDRESS>', 'Only messages whose sender contains this.'),
    subject: text('-s, --subject <TEXT>', 'Only messages whose subject contains this.'),
    kind: choice(
      '--kind <KIND>',
      'A one-time code, a link that signs in or confirms, or any of both. Default: otp.',
      CODE_KINDS,
    ),
    maxAge: integer(
      '--max-age <MINUTES>',
      'Only messages that arrived at most this long ago. Default: 10.',
      LIMITS.codeMinutes,
    ),
    again: flag('--again', 'Also print a code that was already taken.'),
  },
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail code signup+shop --timeout 2m',
      about: 'after a sign-up with the address signup+shop@…',
    },
    {
      command: 'CODE=$(agentmail code signup --from accounts@example.com)',
      about: 'a code from this sender, for a script',
    },
    {
      command: 'agentmail code signup+shop --kind link',
      about: 'a link that confirms the address',
    },
  ],
  codes: ['NOTHING_ARRIVED'],
  endpoints: async () => {
    const [{ waitForCode }, { listMailboxes }] = await Promise.all([
      import('../../shared/contract/one-time-codes.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    return { waitForCode, listMailboxes };
  },
  run: async (context, input, endpoints) => {
    const { printCode } = await import('../tasks/waiting/code.ts');
    return printCode(context, input, endpoints);
  },
});
