import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * `npm test`: lint, types, build, then all tests that aren't deep, and races on PostgreSQL. `npm test --
 * mail` runs the tests of one folder of `test/`, as `mail` or `mail/drafts`; several names run several.
 */

const SHALLOW = ['--exclude', '**/*.deep.test.*'];

/** Ends this process too when the command fails. */
function run(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const folders = process.argv.slice(2).map((name) => `test/${name.replace(/^test\//, '')}`);
const unknown = folders.filter((folder) => !existsSync(folder));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}.\n`);
  process.exit(1);
}
run(process.execPath, '.config/together.ts', 'lint', 'types', 'build');
run('npm', 'run', '--silent', 'vitest', '--', ...folders.map((folder) => `${folder}/`), ...SHALLOW);
if (folders.length === 0) run('npm', 'run', '--silent', 'test:postgres', '--', 'test/races');
