import {
  type FailedListener,
  type FailureLine,
  isFailureLine,
  isReadinessLine,
  type ReadinessLine,
} from '../../../shared/locator.ts';
import { CommandError } from '../../errors.ts';
import { type HomeFolder, makeHomeFolder } from '../../machine/home/folder.ts';
import type { World } from '../../machine/world.ts';
import { endOfLog, linesSince } from './log.ts';

/** A first start creates the database; one after a crash recovers. */
const READY_TIMEOUT_MS = 30_000;
const SHOWN_LOG_LINES = 8;

/** Flags of the daemon for this run; the home's settings apply otherwise. Listeners are `host:port`. */
export interface StartOptions {
  readonly http?: string | undefined;
  readonly smtp?: string | undefined;
  readonly testClock?: boolean;
  readonly allowPrivateWebhooks?: boolean;
}

/** The daemon did not start, since another one of the home runs or starts at this moment. */
export class StartedElsewhereError extends CommandError {
  override name = 'StartedElsewhereError';
}

/**
 * Starts the daemon in the background and waits until it's ready; on failure reports what it said and the
 * log's last lines.
 */
export async function startDaemon(
  world: World,
  home: HomeFolder,
  options: StartOptions,
): Promise<ReadinessLine> {
  await makeHomeFolder(home);
  const logStart = await endOfLog(home.log);
  const started = world.processes.startDaemon(argumentsOf(home, options), home.log);
  const waitingEnds = new AbortController();
  const late = world.clock.sleep(READY_TIMEOUT_MS, waitingEnds.signal).then(() => undefined);
  const first = await Promise.race([started.firstLine, late]);
  waitingEnds.abort();
  started.release();
  const line = parsed(first);
  if (isReadinessLine(line)) return line;
  if (world.processes.isAlive(started.pid)) world.processes.signal(started.pid, 'SIGTERM');
  throw notStarted({
    failure: isFailureLine(line) ? line : undefined,
    log: await linesSince(home.log, logStart, SHOWN_LOG_LINES),
    hint: isFailureLine(line) ? await wayOut(line, options) : undefined,
    home,
  });
}

interface FailedStart {
  /** Undefined when the daemon ended, or took too long, without a word. */
  readonly failure: FailureLine | undefined;
  readonly log: readonly string[];
  readonly hint: string | undefined;
  readonly home: HomeFolder;
}

function notStarted({ failure, log, hint, home }: FailedStart): CommandError {
  const said = failure?.error.split('\n')[0] ?? log.at(-1);
  const Kind = failure?.code === 'HOME_IN_USE' ? StartedElsewhereError : CommandError;
  return new Kind(`The daemon did not start.${said === undefined ? '' : ` It reported: ${said}`}`, {
    exit: 'internal',
    code: 'NOT_STARTED',
    details: { log },
    hint: hint ?? `full log: ${home.log}`,
  });
}

/** Higher ports to try. */
const TRIED_PORTS = 20;

/** How to start on the next free port, if the failure is that one is in use. */
async function wayOut(failure: FailureLine | undefined, options: StartOptions): Promise<string | undefined> {
  const { listener } = failure ?? {};
  if (listener?.reason !== 'EADDRINUSE') return undefined;
  const { setting, stored } = listener;
  const address = await freeAddress(listener);
  if (stored || setting === 'web.listen') return `agentmail config set ${setting} ${address} && agentmail up`;
  const flags = setting === 'http.listen' ? { ...options, http: address } : { ...options, smtp: address };
  return ['agentmail up', ...flagsOf(flags)].join(' ');
}

/** The next free port of the host; port 0 lets the system choose. */
async function freeAddress({ host, port }: FailedListener): Promise<string> {
  const { isFree } = await import('../doctor/ports.ts');
  const shown = host.includes(':') ? `[${host}]` : host;
  const last = Math.min(port + TRIED_PORTS, 65_535);
  for (let next = port + 1; next <= last; next++) if (await isFree(host, next)) return `${shown}:${next}`;
  return `${shown}:0`;
}

function argumentsOf(home: HomeFolder, options: StartOptions): string[] {
  return ['run', '--home', home.path, '--log-file', home.log, ...flagsOf(options)];
}

/** Both programs have these flags. */
function flagsOf({ http, smtp, testClock, allowPrivateWebhooks }: StartOptions): string[] {
  return [
    ...(http === undefined ? [] : ['--http', http]),
    ...(smtp === undefined ? [] : ['--smtp', smtp]),
    ...(testClock ? ['--test-clock'] : []),
    ...(allowPrivateWebhooks ? ['--allow-private-webhooks'] : []),
  ];
}

/** Undefined for a line that is no answer of the daemon. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
