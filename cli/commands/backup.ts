import { command, flag, integer, result, text } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { type BackupReport, backupView, megabytes } from '../views/daemon.ts';

/** Timeout for a large home. */
const BACKUP_TIMEOUT_MS = 3_600_000;
const MOST_KEPT = 10_000;

export const backup = command({
  name: ['backup'],
  summary: 'Copy everything that the daemon has into one file, while it runs.',
  description:
    'The file lies in the backups folder of the home, or where --output says. It holds all mail and the secret that seals\n' +
    'passwords: keep it like the home itself. To put it back: agentmail down, then agentmail restore FILE.\n\n' +
    'The daemon makes and checks the backup in its home. Then --output and --compress write it to its place, read it back, and\n' +
    'compare it. When that fails, the checked one stays in the home.',
  flags: {
    output: text(
      '-o, --output <FILE>',
      'Put it there; a folder gets a file that is named after the time. "-" is stdout.',
    ),
    compress: flag('-z, --compress', 'Compress it with zstd; restore and zstd -d read it.'),
    keep: integer(
      '--keep <N>',
      'Then remove older backups from that folder, so that so many are left. Other files stay.',
      1,
      MOST_KEPT,
    ),
  },
  arguments: {},
  examples: [
    { command: 'agentmail backup --json | jq -r .file', about: 'where it lies' },
    {
      command: 'agentmail backup --output /mnt/backups/ --compress --keep 7',
      about: 'each night, from a timer',
    },
    { command: 'agentmail backup -z -o - | ssh host "cat > agentmail.zst"', about: 'to another machine' },
  ],
  codes: ['BACKUP_NOT_PLACED'],
  endpoints: async () => {
    const { createBackup } = await import('../../shared/contract/operator.ts');
    return { createBackup };
  },
  run: async (context, { output, compress, keep }, { createBackup }) => {
    const { isFolder, moveBackup, pipeBackup, placeFor } = await import('../backup/place.ts');
    await assertSensible(context, { output, keep, isFolder });
    const { clock } = context.world;
    const began = clock.now();
    const end = await context.progress(
      () => `Copying and checking the home: ${Math.floor((clock.now() - began) / 1000)} s`,
    );
    const client = await context.client();
    const made = await client.call(createBackup, { timeoutMs: BACKUP_TIMEOUT_MS }).finally(end);
    const target = output === '-' ? output : await placeFor(made.file, output, compress);
    let report: BackupReport = made;
    if (target !== made.file) {
      let read = 0;
      const endWriting = await context.progress(
        () => `Writing the backup: ${megabytes(read)} of ${megabytes(made.bytes)}`,
      );
      const seen = (bytes: number) => {
        read = bytes;
      };
      const placing = { source: made.file, compress, seen };
      try {
        if (target === '-') {
          await pipeBackup(stdoutOf(context), placing);
          return 'ok';
        }
        report = { ...made, file: target, bytes: await moveBackup(target, placing) };
      } finally {
        endWriting();
      }
    }
    if (keep === undefined) return result(report, backupView);
    const [{ keepNewest }, { dirname }] = await Promise.all([
      import('../backup/keep.ts'),
      import('node:path'),
    ]);
    return result({ ...report, removed: await keepNewest(dirname(target), keep) }, backupView);
  },
});

interface Asked {
  readonly output: string | undefined;
  readonly keep: number | undefined;
  readonly isFolder: (output: string) => Promise<boolean>;
}

/** Before the daemon works for a long time in vain. */
async function assertSensible(context: Context, { output, keep, isFolder }: Asked): Promise<void> {
  if (output === '-' && context.world.stdout.isTTY)
    throw new UsageError('A backup is no text for a terminal.', 'pipe it, or name a file with --output');
  if (keep !== undefined && output !== undefined && (output === '-' || !(await isFolder(output))))
    throw new UsageError('--keep works in a folder.', 'name a folder with --output');
}

function stdoutOf({ world }: Context) {
  const output = world.pipes?.().output;
  if (output) return output;
  throw new UsageError('There is no stdout for bytes.');
}
