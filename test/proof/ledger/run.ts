import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingErrors } from './declared.ts';

/** `npm run ledger`: runs all tests and lists the errors that endpoints declare and no test has met. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  /** A ledger that is there already, instead of a run. */
  options: { ledger: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'agentmail-ledger-'));
const file = values.ledger ?? join(folder, 'ledger.txt');
if (values.ledger === undefined) {
  const words = ['vitest', 'run', '--config', '.config/vitest.config.ts', '--reporter=dot', ...positionals];
  spawnSync('npx', ['--no-install', ...words], {
    stdio: 'inherit',
    env: { ...process.env, AGENTMAIL_LEDGER: file },
  });
}
const met = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
rmSync(folder, { recursive: true, force: true });
const { declared, missing, explained } = missingErrors(met);
for (const pair of missing) process.stdout.write(`nobody met: ${pair}\n`);
process.stdout.write(
  `${declared} declared, ${declared - missing.length - explained} met, ${explained} explained, ${missing.length} not met\n`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
