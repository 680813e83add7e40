import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Fault } from './fault.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** A fault may make a test wait for ever. */
const LONGEST_RUN_MS = 10 * 60_000;

/** A copy of the checkout in which faults are made; the checkout itself stays as it is. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'agentmail-mutants-'));

  constructor() {
    const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`);
    for (const name of listed.stdout.split('\0').filter((path) => path !== '')) {
      const target = join(this.folder, name);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(ROOT, name), target);
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Makes a fault; returns how to undo it. */
  make({ file, find, replace }: Fault): () => void {
    const path = join(this.folder, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, mutated(source, { file, find, replace }));
    return () => writeFileSync(path, source);
  }

  /** Runs test files; whether all of their tests passed. */
  async passes(tests: readonly string[]): Promise<boolean> {
    const words = ['--no-install', 'vitest', 'run', '--config', '.config/vitest.config.ts', '--bail=1'];
    const child = spawn('npx', [...words, '--reporter=dot', ...tests], {
      cwd: this.folder,
      stdio: 'ignore',
      detached: true,
    });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), LONGEST_RUN_MS);
    const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
    child.on('exit', end).on('error', () => end(null));
    const status = await ended;
    clearTimeout(timer);
    return status === 0;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The source with the fault in it. */
export function mutated(
  source: string,
  { file, find, replace }: Pick<Fault, 'file' | 'find' | 'replace'>,
): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}
