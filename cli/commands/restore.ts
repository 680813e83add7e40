import type { RestoreReport } from '../../shared/restore-report.ts';
import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { flag, word } from '../input/options/kinds.ts';
import { restoredView } from '../output/views/daemon.ts';

/** Exit code of the daemon's program for a wrong command. */
const DAEMON_USAGE = 2;

export const restore = command({
  name: ['restore'],
  summary: "Restore a backup into a home folder whose daemon isn't running.",
  description:
    'Verifies the whole backup before it changes anything. Existing data moves to a folder inside the\n' +
    'home; keys in the keychain stay as they are. Decompresses zstd and gzip automatically. Sends\n' +
    'that fell due since the backup are held, not sent again. With PostgreSQL, the database has to be empty.',
  flags: { force: flag('--force', 'Restore even if the home has data, which moves aside.') },
  arguments: { file: word('FILE', 'Backup file, compressed or not; "-" is stdin.') },
  examples: [
    {
      command: 'agentmail restore backup.db --home ~/agentmail-copy',
      about: 'inspect a backup without touching the home',
    },
    {
      command: 'ssh host agentmail backup -o - | agentmail restore -',
      about: 'restore from another machine',
    },
    {
      command: 'agentmail down && agentmail restore backup.db --force && agentmail up',
      about: 'go back to a backup',
    },
  ],
  codes: ['NOT_RESTORED'],
  run: async (context, input) =>
    result(await restoreHome(context, input), restoredView(await startCommand(context))),
});

/** The command that starts this home's daemon, whatever the environment says. */
async function startCommand({ world, home }: CommandContext): Promise<string> {
  const { homeFolder } = await import('../machine/home/folder.ts');
  const usual = homeFolder(world.env.AGENTMAIL_HOME, world.machine.userHome);
  if (home.path === usual.path) return 'agentmail up';
  const plain = /^[\w./:@+-]+$/.test(home.path);
  return `agentmail up --home ${plain ? home.path : `'${home.path.replaceAll("'", "'\\''")}'`}`;
}

async function restoreHome(
  { world, home, progress }: CommandContext,
  { file, force }: { readonly file: string; readonly force: boolean },
): Promise<RestoreReport> {
  const { restoreReport } = await import('../../shared/restore-report.ts');
  const began = world.clock.now();
  const end = await progress(
    () => `Checking and restoring for ${Math.floor((world.clock.now() - began) / 1000)} s: ${file}`,
  );
  const { exit, stdout, stderr } = await world.processes
    .runDaemonProgram(
      ['restore', '--home', home.path, ...(force ? ['--force'] : []), '--', file],
      world.interrupted,
    )
    .finally(end);
  if (exit === 0) return restoreReport.parse(JSON.parse(stdout));
  const reason = stderr.trim().replace(/^agentmaild: /, '') || 'The restore was interrupted.';
  if (exit === DAEMON_USAGE) throw new UsageError(reason);
  throw new CommandError(reason.split('\n')[0] ?? reason, {
    exit: 'refused',
    code: 'NOT_RESTORED',
    hint: /running/.test(reason) ? 'agentmail down' : undefined,
  });
}
