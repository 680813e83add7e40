import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The ClamAV daemon of this machine, with a database of two signatures that the tests bring along. */

const PROGRAMS = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'];

/** Text that only this test's database calls malware. */
export const MARKER = 'agentmail-test-of-clamd-marker';

/** The largest file that it takes, bytes. */
export const STREAM_LIMIT = 1024 * 1024;

export interface Clamd {
  /** As the setting `scanning.clamd` takes it. */
  readonly address: string;
  /** Stops answering, but keeps its socket. */
  freeze(): void;
  kill(): Promise<void>;
}

export function hasClamd(): boolean {
  return programOf() !== undefined;
}

function programOf(): string | undefined {
  return PROGRAMS.find(existsSync) ?? (spawnSync('clamd', ['--version']).error ? undefined : 'clamd');
}

export async function startClamd(): Promise<Clamd> {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-clamd-'));
  mkdirSync(join(folder, 'db'));
  const signature = `Agentmail.Test.Marker:0:*:${Buffer.from(MARKER).toString('hex')}`;
  writeFileSync(join(folder, 'db', 'test.ndb'), `${signature}\n`);
  const socket = join(folder, 'clamd.sock');
  const settings = [
    `DatabaseDirectory ${join(folder, 'db')}`,
    `LocalSocket ${socket}`,
    'Foreground yes',
    `StreamMaxLength ${STREAM_LIMIT}`,
    'SelfCheck 0',
    'ConcurrentDatabaseReload no',
    ...(process.getuid?.() === 0 ? ['User root'] : []),
  ];
  writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  const child = spawn(programOf() ?? 'clamd', ['--config-file', join(folder, 'clamd.conf')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await listening(child);
  return {
    address: `unix:${socket}`,
    freeze: () => child.kill('SIGSTOP'),
    async kill() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Its last words before it takes files. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (text: Buffer) => {
      output += text.toString();
      if (/Self checking disabled/.test(output)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`clamd did not start: ${output}`)));
  });
}
