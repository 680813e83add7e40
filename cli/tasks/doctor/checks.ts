import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { Locator } from '../../../shared/locator.ts';
import { checkReady, isOwnHome, readLocator } from '../../client/connection.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, NoCredentialError, UnreachableError } from '../../errors.ts';
import type { DoctorCheck, DoctorResult, Patient } from './check.ts';
import { checkConnections } from './connections.ts';
import { checkExposure, checkPorts } from './listeners.ts';
import { readModes } from './modes.ts';
import { checkParticipants } from './participants.ts';
import { checkRelease } from './release.ts';
import { checkRoom } from './room.ts';
import { checkStopped } from './stopped.ts';

const OLDEST_NODE = [22, 19] as const;

const ok = (message: string): DoctorResult => ({ severity: 'ok', message });
export const SKIPPED: DoctorResult = { severity: 'skipped', message: 'needs a daemon that responds' };

const NOT_ASKED: DoctorResult = { severity: 'skipped', message: 'skipped by --offline' };

/** Checks in order. */
export const CHECKS: readonly DoctorCheck[] = [
  { id: 'node', title: 'Node version', look: checkNode },
  { id: 'home', title: 'Home folder', look: checkHome },
  { id: 'disk', title: 'Disk', look: ({ context }) => checkRoom(context.home.path) },
  { id: 'locator', title: 'Locator file', look: checkLocator },
  { id: 'process', title: 'Daemon process', look: checkProcess },
  { id: 'reachable', title: 'Daemon responds', look: (patient) => patient.reachable() },
  { id: 'version', title: 'Same version', look: whenReachable(checkVersion) },
  { id: 'credential', title: 'API key', look: whenReachable(checkCredential) },
  { id: 'integrity', title: 'Stored data', look: checkStored },
  { id: 'ports', title: 'Ports', look: checkPorts },
  { id: 'exposure', title: 'Other machines', look: whenReachable(checkExposure) },
  { id: 'participants', title: 'Forged senders', look: whenReachable(checkParticipants) },
  { id: 'release', title: 'Release by agents', look: whenReachable(checkRelease) },
  { id: 'connections', title: 'Connected mailboxes', look: whenReachable(checkConnections) },
];

/** With `isOffline` checks that need the daemon are skipped. */
export async function examine(
  context: CommandContext,
  endpoints: Patient['endpoints'],
  isOffline: boolean,
): Promise<Patient> {
  const locator = await readLocator(context.home);
  let reachable: Promise<DoctorResult> | undefined;
  let integrity: ReturnType<Patient['integrity']> | undefined;
  return {
    context,
    endpoints,
    locator,
    reachable: () => {
      reachable ??= isOffline ? Promise.resolve(NOT_ASKED) : checkReachable(context, locator);
      return reachable;
    },
    integrity: () => {
      integrity ??= context.client().then((client) => client.call(endpoints.checkIntegrity, {}));
      return integrity;
    },
  };
}

function whenReachable(look: DoctorCheck['look']): DoctorCheck['look'] {
  return async (patient) => ((await patient.reachable()).severity === 'ok' ? look(patient) : SKIPPED);
}

async function checkNode({ context }: Patient): Promise<DoctorResult> {
  const { nodeVersion } = context.world.machine;
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return ok(nodeVersion);
  return {
    severity: 'error',
    message: `${nodeVersion} is too old`,
    remedy: `install Node ${OLDEST_NODE.join('.')} or newer`,
    exit: 'internal',
  };
}

async function checkHome({ context: { home } }: Patient): Promise<DoctorResult> {
  const { missing, loose } = await readModes(home);
  if (missing)
    return { severity: 'warning', message: `${home.path} doesn't exist yet`, remedy: 'agentmail up' };
  if (loose.length === 0) return ok(`${home.path}, not readable by other users`);
  return {
    severity: 'error',
    message: `other users can read ${loose.join(', ')}`,
    remedy: `chmod -R go-rwx ${home.path}`,
    exit: 'internal',
  };
}

async function checkLocator({ context: { home }, locator }: Patient): Promise<DoctorResult> {
  if (locator) return ok(`pid ${locator.pid} at ${locator.http}`);
  return { severity: 'warning', message: `${home.path} has no locator file`, remedy: 'agentmail up' };
}

async function checkProcess({ context: { world, home }, locator }: Patient): Promise<DoctorResult> {
  if (!locator) return { severity: 'skipped', message: 'needs a locator file' };
  if (world.processes.isAlive(locator.pid)) return ok(`pid ${locator.pid} is running`);
  return {
    severity: 'error',
    message: `pid ${locator.pid} exited unexpectedly`,
    remedy: `agentmail up; ${home.log} may show why`,
    exit: 'unreachable',
  };
}

async function checkReachable(
  { world, profile }: CommandContext,
  locator: Locator | undefined,
): Promise<DoctorResult> {
  const elsewhere = world.env.AGENTMAIL_URL || profile.url;
  if (!elsewhere && locator && !world.processes.isAlive(locator.pid))
    return { severity: 'skipped', message: "its process isn't running" };
  const origin = elsewhere || locator?.http;
  if (origin === undefined) {
    return {
      severity: 'error',
      message: 'no daemon is running',
      remedy: 'agentmail up',
      exit: 'unreachable',
    };
  }
  try {
    await checkReady(world, origin);
    return ok(origin);
  } catch (error) {
    return failed(error, 'check agentmail logs; to restart it: agentmail down --force, then agentmail up');
  }
}

async function checkVersion({ context, endpoints }: Patient): Promise<DoctorResult> {
  const client = await context.client();
  const { version } = await client.call(endpoints.getHealth, {});
  const own = context.world.machine.version;
  if (version === own) return ok(own);
  return {
    severity: 'warning',
    message: `the daemon is ${version}, the CLI is ${own}`,
    remedy: 'agentmail down, then agentmail up',
  };
}

/** Codes for a key that no longer works; those of a restored account stay revoked. */
const REFUSED_KEY: ReadonlySet<string> = new Set<ErrorCode>(['API_KEY_REVOKED', 'UNAUTHORIZED']);

async function checkCredential({ context, endpoints }: Patient): Promise<DoctorResult> {
  try {
    const client = await context.client();
    const { email, role } = await client.call(endpoints.getCaller, {});
    return ok(`${role} key of ${email}`);
  } catch (error) {
    const remedy = 'store a new one: agentmail profiles set NAME --key';
    if (!(error instanceof CommandError) || !(await isOwnHome(context))) return failed(error, remedy);
    if (error instanceof NoCredentialError) return { ...failed(error, remedy), remedy: ownKey(context) };
    if (!REFUSED_KEY.has(error.failure.code)) return failed(error, remedy);
    return {
      ...failed(error, remedy),
      remedy: `create one: agentmail operator accounts key EMAIL --save-as ${context.profileName} --force`,
    };
  }
}

/** On the daemon's machine the operator can create a key: after a restore the account exists. */
function ownKey({ profileName }: CommandContext): string {
  return `create one: agentmail operator accounts key EMAIL --save-as ${profileName}; without an account: agentmail up`;
}

/** Asks the daemon, or else runs its program on the local home. */
async function checkStored({ context, integrity, reachable }: Patient): Promise<DoctorResult> {
  try {
    if ((await reachable()).severity !== 'ok') return (await checkStopped(context)) ?? SKIPPED;
    const { ok: sound, problems } = await integrity();
    if (sound) return ok('database and files are intact');
    return {
      severity: 'error',
      message: problems.join('; '),
      remedy: 'stop the daemon and copy the home folder before you change anything',
      exit: 'internal',
    };
  } catch (error) {
    return failed(error, 'agentmail logs has details');
  }
}

function failed(error: unknown, remedy: string): DoctorResult {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CommandError)) return { severity: 'error', message, remedy, exit: 'internal' };
  // The generic hint is to run doctor, so drop it here.
  const hint = error instanceof UnreachableError ? undefined : error.failure.hint;
  return { severity: 'error', message, remedy: hint ?? remedy, exit: error.failure.exit };
}
