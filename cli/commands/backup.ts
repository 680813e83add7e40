import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { flag, integer, text } from '../input/options/kinds.ts';
import { type BackupReport, backupView } from '../output/views/daemon.ts';
import { megabytes } from '../output/views/numbers.ts';

/** Timeout for a large home. */
const BACKUP_TIMEOUT_MS = 3_600_000;
const MOST_KEPT = 10_000;

export const backup = command({
  name: ['backup'],
  summary: 'Back up the whole home to one file while the daemon runs.',
  description:
    'The file is stored in the backups folder of the home, or at --output. It holds all mail and the secret that encrypts\n' +
    'passwords: protect it like the home itself. To restore it: agentmail down, then agentmail restore FILE.\n\n' +
    'The daemon creates and verifies the backup in its home. --output and --compress then write a copy, read it back and\n' +
    'compare it. If that fails, the verified backup stays in the home.',
  flags: {
    output: text(
      '-o, --output <FILE>',
      'Target file or folder; in a folder the file is named after the time. "-" is stdout.',
    ),
    compress: flag('-z, --compress', 'Compress with zstd; agentmail restore and zstd -d can read it.'),
    keep: integer(
      '--keep <N>',
      'Keep the N newest backups in that folder and delete the older ones. Other files are kept.',
      { min: 1, max: MOST_KEPT },
    ),
  },
  arguments: {},
  examples: [
    { command: 'agentmail backup --json | jq -r .file', about: 'print the path of the backup' },
    {
      command: 'agentmail backup --output /mnt/backups/ --compress --keep 7',
      about: 'back up nightly from a timer',
    },
    {
      command: 'agentmail backup -z -o - | ssh host "cat > agentmail.zst"',
      about: 'stream it to another machine',
    },
  ],
  codes: ['BACKUP_NOT_PLACED'],
  endpoints: async () => {
    const { createBackup } = await import('../../shared/contract/operator.ts');
    return { createBackup };
  },
  run: async (context, { output, compress, keep }, { createBackup }) => {
    const { isFolder, moveBackup, pipeBackup, placeFor } = await import('../tasks/backup/place.ts');
    await assertSensible(context, { output, keep, isFolder });
    const { clock } = context.world;
    const began = clock.now();
    const end = await context.progress(
      () => `Copying and verifying the home: ${Math.floor((clock.now() - began) / 1000)} s`,
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
      import('../tasks/backup/keep.ts'),
      import('node:path'),
    ]);
    return result({ ...report, removed: await keepNewest(dirname(target), keep) }, backupView);
  },
});

interface BackupRequest {
  readonly output: string | undefined;
  readonly keep: number | undefined;
  readonly isFolder: (output: string) => Promise<boolean>;
}

/** Before the daemon works for a long time in vain. */
async function assertSensible(
  context: CommandContext,
  { output, keep, isFolder }: BackupRequest,
): Promise<void> {
  if (output === '-' && context.world.stdout.isTTY)
    throw new UsageError(
      "A backup can't be printed at a terminal.",
      'pipe it, or choose a file with --output',
    );
  if (keep !== undefined && output !== undefined && (output === '-' || !(await isFolder(output))))
    throw new UsageError('--keep requires a folder.', 'choose a folder with --output');
}

function stdoutOf({ world }: CommandContext) {
  const output = world.pipes?.().output;
  if (output) return output;
  throw new UsageError("This stdout can't take binary output.");
}
