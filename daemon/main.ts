import { NoBackupError, RestoreError, restoreHome } from './backup/restore.ts';
import { ConfigError, readInvocation } from './config.ts';
import { Daemon } from './daemon.ts';
import { ScanUsageError } from './scanning/file/invocation.ts';
import { scanFile } from './scanning/file/scan-file.ts';
import { ListenError } from './settings/listen-error.ts';
import { UnsetError, unsetSettings } from './settings/unset.ts';
import { NewerDatabaseError } from './store/migrations/index.ts';
import { SystemClock } from './system/clock.ts';
import { HomeInUseError } from './system/home.ts';
import { TlsFileError } from './system/tls-files.ts';

/** Process entry: flags and environment → config → daemon → signal → stop. */

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

async function main(): Promise<void> {
  const invocation = readInvocation(process.argv.slice(2), process.env);
  if (invocation.kind === 'print') {
    process.stdout.write(`${invocation.text}\n`);
    return;
  }
  if (invocation.kind === 'scan') {
    process.stdout.write(`${JSON.stringify(await scanFile(invocation, readStdin))}\n`);
    return;
  }
  process.umask(0o077);
  if (invocation.kind === 'restore') {
    const restored = restoreHome({ ...invocation, now: new SystemClock().now() });
    process.stdout.write(`${JSON.stringify(restored)}\n`);
    return;
  }
  if (invocation.kind === 'unset') {
    const unset = await unsetSettings(invocation.home, invocation.names);
    process.stdout.write(`${JSON.stringify(unset)}\n`);
    return;
  }
  const daemon = await Daemon.create(invocation.config);
  await daemon.start();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void daemon.stop().then(() => process.exit(0)));
  }
  const { http, smtpHere: smtp } = daemon.runtime;
  const line = { ready: true, http, smtp, home: invocation.config.home, pid: process.pid };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What the operating system says of a home that is somebody else's, no folder, or where nothing can be written. */
const UNUSABLE: ReadonlySet<string> = new Set(['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS']);

/** One line for what the owner can mend; a stack for what only we can. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { path, code } = error as NodeJS.ErrnoException;
  if (path !== undefined && UNUSABLE.has(code ?? '')) return `cannot use ${path} (${code})`;
  const expected = [
    ConfigError,
    HomeInUseError,
    ListenError,
    NewerDatabaseError,
    RestoreError,
    ScanUsageError,
    TlsFileError,
    UnsetError,
  ].some((kind) => error instanceof kind);
  return expected ? error.message : (error.stack ?? error.message);
}

main().catch((error: unknown) => {
  process.stderr.write(`agentmaild: ${explain(error)}\n`);
  const usage = [ConfigError, NoBackupError, ScanUsageError].some((kind) => error instanceof kind);
  process.exit(usage ? EXIT_USAGE : EXIT_FAILED);
});
