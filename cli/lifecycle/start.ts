import { isReadinessLine, type ReadinessLine } from '../../shared/locator.ts';
import { CommandError } from '../errors.ts';
import { type HomeFolder, makeHomeFolder } from '../home/folder.ts';
import type { World } from '../world.ts';
import { endOfLog, linesSince } from './log.ts';

/** A first start creates the database; one after a crash recovers. */
const READY_TIMEOUT_MS = 30_000;
const SHOWN_LOG_LINES = 8;
/** Lines read of the log: a long stack may follow the failure. */
const READ_LOG_LINES = 100;
/** Prefix of the line with the daemon's fatal error. */
const LAST_WORDS = 'agentmaild: ';

/** Flags of the daemon for this run; the home's settings apply otherwise. Listeners are `host:port`. */
export interface StartOptions {
  readonly http?: string | undefined;
  readonly smtp?: string | undefined;
  readonly testClock?: boolean;
  readonly allowPrivateWebhooks?: boolean;
}

/**
 * Starts the daemon in the background and waits until it's ready; on failure reports the log's last lines.
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
  const ready = first === undefined ? undefined : parseReadiness(first);
  if (ready) return ready;
  if (world.processes.isAlive(started.pid)) world.processes.signal(started.pid, 'SIGTERM');
  const log = await linesSince(home.log, logStart, READ_LOG_LINES);
  const said = log.findLast((line) => line.startsWith(LAST_WORDS))?.slice(LAST_WORDS.length) ?? log.at(-1);
  throw new CommandError(`The daemon did not start.${said === undefined ? '' : ` It reported: ${said}`}`, {
    exit: 'internal',
    code: 'NOT_STARTED',
    details: { log: log.slice(-SHOWN_LOG_LINES) },
    hint: (await freePorts(said)) ?? `full log: ${home.log}`,
  });
}

/** The daemon's error about a port in use. */
const TAKEN = /cannot listen on (.+):(\d+) \(EADDRINUSE\)(?!, which the setting)/;
/** Higher ports to try. */
const TRIED_PORTS = 20;
const SMTP_PORTS = /^(?:25|465|587|2525|25\d\d)$/;

/** The command with the next free port, if a port is in use. */
async function freePorts(said = ''): Promise<string | undefined> {
  const [, host, port] = TAKEN.exec(said) ?? [];
  if (host === undefined || port === undefined) return undefined;
  const { isFree } = await import('../doctor/ports.ts');
  const flag = SMTP_PORTS.test(port) ? '--smtp' : '--http';
  for (let next = Number(port) + 1; next <= Number(port) + TRIED_PORTS && next < 65_536; next += 1)
    if (await isFree(next)) return `agentmail up ${flag} ${host}:${next}`;
  return `agentmail up ${flag} ${host}:0 picks a free port`;
}

function argumentsOf(
  home: HomeFolder,
  { http, smtp, testClock, allowPrivateWebhooks }: StartOptions,
): string[] {
  return [
    'run',
    '--home',
    home.path,
    '--log-file',
    home.log,
    ...(http === undefined ? [] : ['--http', http]),
    ...(smtp === undefined ? [] : ['--smtp', smtp]),
    ...(testClock ? ['--test-clock'] : []),
    ...(allowPrivateWebhooks ? ['--allow-private-webhooks'] : []),
  ];
}

function parseReadiness(text: string): ReadinessLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return isReadinessLine(line) ? line : undefined;
  } catch {
    return undefined;
  }
}
