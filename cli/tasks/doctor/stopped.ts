import type { CommandContext } from '../../context.ts';
import type { DoctorResult } from './check.ts';
import { readModes } from './modes.ts';

/**
 * Checks what would prevent a start of this home's daemon; undefined without a home, or when its daemon is
 * elsewhere.
 */
export async function checkStopped({
  world,
  home,
  profile,
}: CommandContext): Promise<DoctorResult | undefined> {
  if (world.env.AGENTMAIL_URL || profile.url !== undefined) return undefined;
  if ((await readModes(home)).missing) return undefined;
  const { exit, stdout, stderr } = await world.processes.runDaemonProgram(
    ['check', '--home', home.path],
    world.interrupted,
  );
  // It also exits with 1 after a report of problems.
  if (exit !== 0 && stdout === '') {
    throw new Error(stderr.trim().split('\n')[0] || "The daemon program can't be started.");
  }
  const { homeReport } = await import('../../../shared/home-report.ts');
  const { problems, store, empty } = homeReport.parse(JSON.parse(stdout));
  if (empty) return { severity: 'warning', message: 'no database yet', remedy: 'agentmail up' };
  if (problems.length === 0) return { severity: 'ok', message: 'a daemon can start with the stored data' };
  return {
    severity: 'error',
    message: problems.join('; '),
    remedy:
      store === 'sqlite'
        ? 'copy the home folder before you change anything'
        : 'check the database server, and its URL in store.url or AGENTMAIL_STORE',
    exit: 'internal',
  };
}
