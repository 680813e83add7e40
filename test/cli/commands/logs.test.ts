import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { temporaryHome } from '../../support/temporary.ts';

const lines = (...numbers: number[]) => numbers.map((number) => `{"n":${number}}\n`).join('');

/** A home with a log of two rotated files. */
function homeWithLogs() {
  const home = temporaryHome();
  const file = join(home, 'daemon.log');
  writeFileSync(`${file}.2`, lines(1, 2));
  writeFileSync(`${file}.1`, lines(3, 4));
  writeFileSync(file, lines(5));
  return { home, file };
}

function rotate(file: string): void {
  rmSync(`${file}.4`, { force: true });
  for (const older of [4, 3, 2]) {
    try {
      renameSync(`${file}.${older - 1}`, `${file}.${older}`);
    } catch {
      // There are not so many yet.
    }
  }
  renameSync(file, `${file}.1`);
  writeFileSync(file, '');
}

const numbersOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).n);

test.each([
  [1, [5]],
  [2, [4, 5]],
  [4, [2, 3, 4, 5]],
  [50, [1, 2, 3, 4, 5]],
])('the last %d lines come from rotated files too', async (count, expected) => {
  const { home } = homeWithLogs();
  const { stdout } = await agentmail(['logs', '--json', '-n', String(count)], { home });
  expect(numbersOf(stdout)).toEqual(expected);
});

test('following goes on across rotations', async () => {
  const { home, file } = homeWithLogs();
  const stop = new AbortController();
  const steps = [
    () => appendFileSync(file, lines(6)),
    () => {
      // Written after the last look, and rotated before the next.
      appendFileSync(file, lines(7));
      rotate(file);
      appendFileSync(file, lines(8));
    },
    () => {
      rotate(file);
      appendFileSync(file, lines(9));
      rotate(file);
      appendFileSync(file, lines(10));
    },
    () => writeFileSync(file, lines(11).slice(0, 4)),
    () => appendFileSync(file, lines(11).slice(4)),
    () => stop.abort(),
  ];
  const clock = { now: Date.now, sleep: async () => steps.shift()?.() };
  const { stdout } = await agentmail(['logs', '--json', '-n', '1', '-f'], {
    home,
    clock,
    interrupted: stop.signal,
  });
  expect(numbersOf(stdout)).toEqual([5, 6, 7, 8, 9, 10, 11]);
});
