import { command, result } from '../command.ts';
import { mailboxFlag } from '../input/lookups/mailbox.ts';
import { messageArgument } from '../input/lookups/message.ts';
import { duration } from '../input/options/duration.ts';
import { decisionView } from '../output/views/sending.ts';
import { exitOf, SEND_EXITS } from '../tasks/sending/deliver.ts';
import { untilDecided } from '../tasks/waiting/decision.ts';

const DEFAULT_SECONDS = 30;

export const decision = command({
  name: ['messages', 'decision'],
  summary: 'Wait for the decision about a held message, and print it.',
  description: 'Returns at once if the message is decided. The exit code tells the outcome, as after send.',
  flags: {
    mailbox: mailboxFlag,
    timeout: duration('-t, --timeout <DURATION>', `Give up after this time. Default: ${DEFAULT_SECONDS}s.`),
  },
  arguments: { message: messageArgument },
  examples: [{ command: 'agentmail messages decision 4f1c9a22 --timeout 1h', about: 'wait up to an hour' }],
  exits: SEND_EXITS,
  endpoints: async () => {
    const { waitForDecision } = await import('../../shared/contract/reading.ts');
    return { waitForDecision };
  },
  run: async (context, { message: id, timeout: seconds = DEFAULT_SECONDS }, { waitForDecision }) => {
    const outcome = await untilDecided(context, { id, seconds }, waitForDecision);
    if (outcome === null) return 'transient';
    const { email_effect, replacement, decided } = outcome;
    if (email_effect === null) return result(outcome, decisionView, decided ? 'ok' : 'held');
    return result(outcome, decisionView, exitOf({ email_effect, replacement }));
  },
});
