import { LIMITS } from '../../../shared/contract/limits.ts';
import type { getClock } from '../../../shared/contract/operator.ts';
import { type Command, command, result } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { accountFlag } from '../../input/lookups/operator-ids.ts';
import { duration, secondsOf } from '../../input/options/duration.ts';
import { definedFields } from '../../input/options/input.ts';
import { text, word } from '../../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../../input/options/pages.ts';
import { pastTime } from '../../input/options/time.ts';
import { clockView, drained } from '../../output/views/operator.ts';
import { auditList, jobList } from '../../output/views/operator-records.ts';
import { metricsView } from '../../output/views/platform.ts';

/** Timeout for running a year's jobs. */
const ADVANCE_TIMEOUT_MS = 10 * 60_000;

const DEFAULT_TIMEOUT_SECONDS = 60;

const MOST_SECONDS = 600;

const ANSWER_MARGIN_MS = 10_000;

export const operatorDaemon: readonly Command[] = [
  command({
    name: ['operator', 'metrics'],
    summary: "Print the daemon's metrics in Prometheus format.",
    examples: [
      { command: 'agentmail operator metrics', about: 'print what Prometheus reads from /metrics' },
      {
        command: 'agentmail config set http.metrics_loopback true',
        about: 'let local monitoring read /metrics without a token',
      },
    ],
    endpoints: async () => {
      const { getMetrics } = await import('../../../shared/contract/platform.ts');
      return { getMetrics };
    },
    run: async (context, _input, { getMetrics }) => {
      const client = await context.client();
      const metrics = await client.call(getMetrics, {});
      // Piped output is for Prometheus.
      if (context.jsonAsked || !context.json) return result({ metrics }, metricsView);
      context.raw(metrics);
      return 'ok';
    },
  }),
  command({
    name: ['operator', 'audit'],
    summary: 'List who did what on this daemon, newest first.',
    flags: {
      account: accountFlag,
      kind: text('--kind <KIND>', 'Only this kind, such as mailbox.status.updated.'),
      since: pastTime('--since <TIME>', 'Only entries since this time.'),
      limit: limitFlag(LIMITS.outboxPage),
      cursor: cursorFlag,
    },
    examples: [
      { command: 'agentmail operator audit --since 1d', about: 'list the last 24 hours' },
      { command: 'agentmail operator audit --json', about: 'show each change, before and after' },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator-records.ts')).listAudit,
    request: ({ account, kind, since, limit, cursor }) => ({
      query: definedFields({ account, kind, since, limit, cursor }),
    }),
    view: auditList,
  }),
  command({
    name: ['operator', 'jobs'],
    summary: 'List scheduled jobs, next first.',
    flags: {
      kind: text('--kind <KIND>', 'Only jobs of this kind.'),
      limit: limitFlag(LIMITS.outboxPage),
      cursor: cursorFlag,
    },
    examples: [{ command: 'agentmail operator jobs', about: 'list waiting jobs and their failures' }],
    endpoint: async () => (await import('../../../shared/contract/operator-records.ts')).listJobs,
    request: ({ kind, limit, cursor }) => ({ query: definedFields({ kind, limit, cursor }) }),
    view: jobList,
  }),
  command({
    name: ['operator', 'clock', 'show'],
    summary: "Show the daemon's time.",
    examples: [
      { command: 'agentmail operator clock show', about: 'show the time, and whether it is a test clock' },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator.ts')).getClock,
    view: clockView,
  }),
  command({
    name: ['operator', 'clock', 'advance'],
    summary: 'Advance the test clock and run everything that falls due.',
    arguments: { to: word('TIME', 'How far (90s, 25h, 2d), or to what time (2026-12-24).') },
    examples: [
      {
        command: 'agentmail operator clock advance 1d',
        about: 'advance by a day; needs agentmail up --test-clock',
      },
    ],
    endpoints: async () => {
      const { advanceClock, getClock } = await import('../../../shared/contract/operator.ts');
      return { advanceClock, getClock };
    },
    run: async (context, input, { advanceClock, getClock }) => {
      const client = await context.client();
      const seconds = secondsOf(input.to) ?? (await secondsUntil(context, input.to, getClock));
      const clock = await client.call(advanceClock, { body: { seconds }, timeoutMs: ADVANCE_TIMEOUT_MS });
      return result(clock, clockView);
    },
  }),
  command({
    name: ['operator', 'drain'],
    summary: 'Wait until all scans, deliveries and due jobs have finished.',
    flags: {
      timeout: duration('-t, --timeout <DURATION>', 'Give up after this time. Default: 60s.', {
        max: MOST_SECONDS,
      }),
    },
    examples: [{ command: 'agentmail operator drain', about: 'wait in a test before checking results' }],
    endpoint: async () => (await import('../../../shared/contract/operator.ts')).drain,
    request: ({ timeout }) => {
      const seconds = timeout ?? DEFAULT_TIMEOUT_SECONDS;
      return {
        body: { timeout_seconds: seconds },
        timeoutMs: seconds * 1000 + ANSWER_MARGIN_MS,
      };
    },
    view: drained,
  }),
];

/** From the daemon's time, which "tomorrow" is counted from too. */
async function secondsUntil(
  context: CommandContext,
  typed: string,
  endpoint: typeof getClock,
): Promise<number> {
  const client = await context.client();
  const { now } = await client.call(endpoint, {});
  const { readTime } = await import('../../input/options/moment.ts');
  const time = await readTime(context, typed, { towards: 'future', now: Date.parse(now) });
  const seconds = Math.ceil((Date.parse(time) - Date.parse(now)) / 1000);
  if (seconds >= 1) return seconds;
  throw new UsageError(`"${typed}" is in the past: the daemon's clock shows ${now}.`);
}
