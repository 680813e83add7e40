import { command } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../errors.ts';
import { mailboxesOf } from '../input/lookups/mailbox.ts';
import { words } from '../input/options/kinds.ts';
import { readSendmail, untilDot, withoutFromLine } from '../tasks/sendmail/words.ts';

/** A send over a relay may take minutes. */
const TIMEOUT_MS = 300_000;

export const sendmail = command({
  name: ['sendmail'],
  summary: 'Send a message from stdin, in place of /usr/sbin/sendmail.',
  description:
    'For programs that call sendmail: cron, git, PHP and mail. -t takes the recipients from To, Cc and\n' +
    'Bcc, -i reads beyond a line with a single dot. -f, -r, -F, -B, -N, -o..., -v and other flags of\n' +
    'sendmail are accepted and ignored. The mailbox is that of the profile, else the only one that the\n' +
    'key can access, else the one that From names. Exit codes are those of sysexits.h: 0 for sent and\n' +
    'held mail, 64 usage, 65 wrong message, 67 no such recipient, 70 internal error, 75 temporary\n' +
    'failure, 77 refused.',
  takesAllFlags: true,
  arguments: { words: words('WORD', 'Flags of sendmail, and recipients.') },
  examples: [
    { command: 'agentmail sendmail -t -i < mail.eml', about: 'send to the recipients in the header' },
    {
      command: 'agentmail sendmail -i ann@example.com < mail.eml',
      about: 'send to ann@example.com, as cron does',
    },
  ],
  codes: ['NOT_SENT'],
  endpoints: async () => {
    const [{ submitMessage }, { listMailboxes }] = await Promise.all([
      import('../../shared/contract/submission.ts'),
      import('../../shared/contract/mailboxes.ts'),
    ]);
    return { submitMessage, listMailboxes };
  },
  run: async (context, input, { submitMessage }) => {
    const call = readSendmail(input.words);
    const { stdin } = context.world;
    const typed = (await stdin.readBytes?.()) ?? Buffer.from(await stdin.readAll());
    const content = withoutFromLine(call.endsAtDot ? untilDot(typed) : typed);
    const mailbox = await mailboxOf(context);
    const client = await context.client();
    const { status, message_id } = await client.call(submitMessage, {
      body: {
        ...(mailbox !== undefined && { from_mailbox: mailbox }),
        ...(!call.fromHeader && { recipients: call.recipients.join(',') }),
        file: { filename: 'message.eml', declaredType: 'message/rfc822', content },
      },
      ...(context.world.env.AGENTMAIL_TIMEOUT === undefined && { timeoutMs: TIMEOUT_MS }),
    });
    if (status === 'blocked') {
      throw new CommandError('The message was blocked and not sent.', {
        exit: 'refused',
        code: 'NOT_SENT',
        details: { message_id },
      });
    }
    if (status !== 'sent') context.notice(`Held for review, not sent: ${message_id}`);
    return 'ok';
  },
});

async function mailboxOf(context: CommandContext): Promise<string | undefined> {
  const { mailbox } = context.profile;
  if (mailbox !== undefined) return mailbox;
  const mailboxes = await mailboxesOf(context);
  return mailboxes.length === 1 ? mailboxes[0]?.id : undefined;
}
