import { command, result } from '../../command.ts';
import { duration } from '../../duration.ts';
import { drained } from '../../views/operator.ts';

const DEFAULT_TIMEOUT_SECONDS = 60;
const MOST_SECONDS = 600;
const ANSWER_MARGIN_MS = 10_000;

export const operatorDrain = command({
  name: ['operator', 'drain'],
  summary: 'Wait until all scans, deliveries and due jobs have finished.',
  flags: {
    timeout: duration('-t, --timeout <DURATION>', 'Give up after this time. Default: 60s.', {
      max: MOST_SECONDS,
    }),
  },
  arguments: {},
  examples: [{ command: 'agentmail operator drain', about: 'wait in a test before checking results' }],
  endpoints: async () => {
    const { drain } = await import('../../../shared/contract/operator.ts');
    return { drain };
  },
  run: async (context, { timeout }, { drain }) => {
    const client = await context.client();
    const seconds = timeout ?? DEFAULT_TIMEOUT_SECONDS;
    const reply = await client.call(drain, {
      body: { timeout_seconds: seconds },
      timeoutMs: seconds * 1000 + ANSWER_MARGIN_MS,
    });
    return result(reply, drained);
  },
});
