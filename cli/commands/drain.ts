import type { drain as drainEndpoint, getStatus } from '../../shared/contract/operator.ts';
import type { Client } from '../client/client.ts';
import { ApiError } from '../client/errors.ts';
import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { duration } from '../input/options/duration.ts';
import { drainView } from '../output/views/daemon.ts';

const DEFAULT_TIMEOUT_SECONDS = 60;
const MOST_SECONDS = 600;
/** Seconds that a request waits before the work left is shown, and between attempts that fail at once. */
const LOOK_EVERY_SECONDS = 1;

export const drain = command({
  name: ['drain'],
  summary: 'Let the daemon finish its work and accept nothing new, before it is stopped.',
  description:
    '/readyz answers 503, requests get 503, and the SMTP port is closed. Scans and sends that have begun end;\n' +
    'other nodes take over the rest at once, or this one continues it after a restart. A restart undoes it.',
  flags: {
    timeout: duration(
      '-t, --timeout <DURATION>',
      'Stop waiting after this time; the daemon stays drained. Default: 60s.',
      { max: MOST_SECONDS },
    ),
    grace: duration(
      '-g, --grace <DURATION>',
      'Keep serving for this time while /readyz answers 503, so that a balancer notices. Default: 0s.',
      { max: MOST_SECONDS },
    ),
  },
  arguments: {},
  examples: [
    { command: 'agentmail drain && agentmail down', about: 'stop a node whose work others take over' },
    { command: 'agentmail drain --grace 10s', about: 'let a balancer take the node out first' },
    { command: 'agentmail drain --timeout 10m', about: 'wait for slow receiving servers' },
  ],
  endpoints: async () => {
    const { drain, getStatus } = await import('../../shared/contract/operator.ts');
    return { drain, getStatus };
  },
  run: async (context, { timeout = DEFAULT_TIMEOUT_SECONDS, grace = 0 }, endpoints) =>
    result(await drained(context, { timeout, grace }, endpoints), drainView),
});

interface Endpoints {
  readonly drain: typeof drainEndpoint;
  readonly getStatus: typeof getStatus;
}

/** Drains the daemon, and shows the work left meanwhile. */
async function drained(
  context: CommandContext,
  { timeout, grace }: { readonly timeout: number; readonly grace: number },
  endpoints: Endpoints,
) {
  const { clock } = context.world;
  const client = await context.client();
  const deadline = clock.now() + (grace + timeout) * 1000;
  let left = '';
  const end = await context.progress(() => `Draining${left}`);
  try {
    for (;;) {
      const began = clock.now();
      left = await workLeft(client, endpoints);
      try {
        return await client.call(endpoints.drain, {
          body: { timeout_seconds: LOOK_EVERY_SECONDS, stop_accepting: true, grace_seconds: grace },
        });
      } catch (error) {
        if (!isUnavailable(error) || clock.now() >= deadline) throw error;
      }
      // A daemon without its database answers at once.
      await clock.sleep(Math.max(0, began + LOOK_EVERY_SECONDS * 1000 - clock.now()));
    }
  } finally {
    end();
  }
}

/** Nothing while the daemon can't count it. */
async function workLeft(client: Client, { getStatus: endpoint }: Endpoints): Promise<string> {
  try {
    const { queues } = await client.call(endpoint, {});
    return `: ${queues.scan} scans and ${queues.dispatch} sends left`;
  } catch (error) {
    if (isUnavailable(error)) return '';
    throw error;
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
}
