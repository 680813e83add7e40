import { ScanUsageError } from './content/scan-file/invocation.ts';
import { scanFile } from './content/scan-file/scan-file.ts';
import { Daemon } from './daemon.ts';
import { checkHome } from './entry/command-line/check-home.ts';
import { explain } from './entry/command-line/explain.ts';
import { failureLine } from './entry/command-line/failure-line.ts';
import { type DaemonInvocation, readInvocation } from './entry/command-line/invocation.ts';
import { nameOf, plainBackup, STDIN } from './operation/backup/plain.ts';
import { NoBackupError, restore } from './operation/backup/restore.ts';
import { setStopped, unsetSettings } from './operation/operator/stopped-settings.ts';
import { ConfigError } from './platform/settings/config.ts';
import { migrateStore } from './platform/store/engine.ts';
import { HOUR, SystemClock } from './platform/system/clock.ts';
import { collectWhenIdle } from './platform/system/idle-collection.ts';

/** Process entry: flags and environment → config → daemon → signal → stop. */

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** The home in use, for error messages. */
let home: string | undefined;
/** Whether the program that started this process waits for a line on stdout. */
let isAwaited = false;

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
  home = 'config' in invocation ? invocation.config.home : invocation.home;
  if (invocation.kind === 'check') {
    const report = await checkHome(invocation);
    process.stdout.write(`${JSON.stringify(report)}\n`);
    const { problems } = report;
    for (const problem of problems) process.stderr.write(`agentmaild: ${problem}\n`);
    if (problems.length > 0) process.exitCode = EXIT_FAILED;
    return;
  }
  if (invocation.kind === 'restore') {
    await restoreFile(invocation);
    return;
  }
  if (invocation.kind === 'migrate') {
    await migrate(invocation);
    return;
  }
  if (invocation.kind === 'unset') {
    const unset = await unsetSettings(invocation);
    process.stdout.write(`${JSON.stringify(unset)}\n`);
    return;
  }
  if (invocation.kind === 'set') {
    const stored = await setStopped(invocation.config, Buffer.from(await readStdin()).toString());
    process.stdout.write(`${JSON.stringify(stored)}\n`);
    return;
  }
  isAwaited = true;
  // The name in ps and ss.
  process.title = 'agentmaild';
  const daemon = await Daemon.create(invocation.config);
  // Node writes it to stderr only, which need not be the log.
  process.on('uncaughtExceptionMonitor', (err) => daemon.context.log.fatal({ err }, 'uncaught error'));
  await daemon.start();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void daemon.stop().then(() => process.exit(0)));
  }
  daemon.onMustStop = () => void daemon.stop().then(() => process.exit(EXIT_FAILED));
  const { http, smtpHere: smtp } = daemon.runtime;
  const line = { ready: true, http, smtp, home, pid: process.pid };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  collectWhenIdle();
  keepSpareSpace(daemon);
}

/** Now, and again after a full disk was freed. */
function keepSpareSpace({ context: { log, room } }: Daemon): void {
  const keep = () =>
    room.keepSpare().catch((err: unknown) => log.warn({ err }, 'no spare space on the disk'));
  void keep();
  setInterval(keep, HOUR).unref();
}

async function restoreFile(invocation: DaemonInvocation & { readonly kind: 'restore' }): Promise<void> {
  const { file, home } = invocation;
  const plain = await plainBackup(file, home, process.stdin);
  try {
    const now = new SystemClock().now();
    const restored = await restore({ ...invocation, file: plain.file, name: nameOf(file), now });
    process.stdout.write(`${JSON.stringify(restored)}\n`);
  } finally {
    await plain.remove();
  }
}

async function migrate(invocation: DaemonInvocation & { readonly kind: 'migrate' }): Promise<void> {
  const progress = (table: string, rows: number) => process.stderr.write(`${table}: ${rows}\n`);
  const to =
    invocation.to === STDIN
      ? Buffer.from(await readStdin())
          .toString()
          .trim()
      : invocation.to;
  const migrated = await migrateStore({ ...invocation, to, now: new SystemClock().now(), progress });
  process.stdout.write(`${JSON.stringify(migrated)}\n`);
  if (invocation.given === undefined) return;
  process.stderr.write('agentmaild: AGENTMAIL_STORE or --store named the former database; change it now\n');
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

main().catch((error: unknown) => {
  process.stderr.write(`agentmaild: ${explain(error, home)}\n`);
  if (isAwaited) process.stdout.write(`${JSON.stringify(failureLine(error, home))}\n`);
  const usage = [ConfigError, NoBackupError, ScanUsageError].some((kind) => error instanceof kind);
  process.exit(usage ? EXIT_USAGE : EXIT_FAILED);
});
