import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Vitest } from 'vitest/node';
import type { Fault } from './fault.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** A fault may make a test wait for ever. */
const LONGEST_RUN_MS = 10 * 60_000;

/** A copy of the checkout in which faults are made; the checkout itself stays as it is. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'agentmail-mutants-'));
  #vitest: Vitest | undefined;

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
    // Faults are in sources only: the built page is as it was.
    for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(this.folder, name));
  }

  /** Makes a fault; returns how to undo it. */
  make({ file, find, replace }: Fault): () => void {
    const path = join(this.folder, file);
    const source = readFileSync(path, 'utf8');
    const write = (text: string) => {
      writeFileSync(path, text);
      this.#vitest?.invalidateFile(path);
    };
    write(mutated(source, { file, find, replace }));
    return () => write(source);
  }

  /**
   * Runs test files; whether all of their tests passed. One Vitest serves all runs, so that none waits for a
   * start.
   */
  async passes(tests: readonly string[]): Promise<boolean> {
    const vitest = await this.#start();
    const specifications = await vitest.globTestSpecifications(tests.map((name) => join(this.folder, name)));
    if (specifications.length < tests.length)
      throw new Error(`Vitest doesn't find all of ${tests.join(', ')}`);
    const timer = setTimeout(() => void vitest.cancelCurrentRun('test-failure'), LONGEST_RUN_MS);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    clearTimeout(timer);
    return unhandledErrors.length === 0 && testModules.every((each) => each.ok());
  }

  async #start(): Promise<Vitest> {
    if (this.#vitest) return this.#vitest;
    process.chdir(this.folder);
    const { createVitest } = await import('vitest/node');
    const config = join(this.folder, '.config/vitest.config.ts');
    this.#vitest = await createVitest({ root: this.folder, config, watch: false, reporters: [{}] });
    await this.#vitest.standalone();
    return this.#vitest;
  }

  async remove(): Promise<void> {
    await this.#vitest?.close();
    process.chdir(ROOT);
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
