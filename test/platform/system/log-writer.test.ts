import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LOG_FILE_BYTES, LogWriter } from '../../../daemon/platform/system/log-writer.ts';
import { logFiles } from '../../../shared/log-files.ts';
import { temporaryHome } from '../../support/temporary.ts';

const LINE_BYTES = 1_000_000;
const lineOf = (text: string) => `${text.padEnd(LINE_BYTES - 1, '.')}\n`;

/** Writes lines of 1 MB, each with its number. */
function writeLines(writer: LogWriter, count: number): void {
  for (let number = 1; number <= count; number++) writer.write(lineOf(`line ${number}`));
}

/** Numbers of the lines in a file. */
function numbersIn(file: string): number[] {
  return [...readFileSync(file, 'utf8').matchAll(/^line (\d+)\.*$/gm)].map(([, number]) => Number(number));
}

test('a full file is rotated, and the oldest of five is removed', () => {
  const file = join(temporaryHome(), 'daemon.log');
  const perFile = LOG_FILE_BYTES / LINE_BYTES;
  writeLines(LogWriter.toFile(file), 6 * perFile + 1);
  const files = logFiles(file);
  expect(files.map((name) => statSync(name).size / LINE_BYTES)).toEqual([1, 10, 10, 10, 10]);
  expect(files.map((name) => numbersIn(name)[0])).toEqual([61, 51, 41, 31, 21]);
  expect(files.map((name) => statSync(name).mode & 0o777)).toEqual(files.map(() => 0o600));
  expect(existsSync(`${file}.5`)).toBe(false);
});

test('a later start goes on with the size that the file has', () => {
  const file = join(temporaryHome(), 'daemon.log');
  writeLines(LogWriter.toFile(file), 8);
  writeLines(LogWriter.toFile(file), 3);
  expect(statSync(`${file}.1`).size).toBe(LOG_FILE_BYTES);
  expect(statSync(file).size).toBe(LINE_BYTES);
});

test('a pipe never stops the daemon, and is never renamed', () => {
  const pipe = join(temporaryHome(), 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  expect(() => LogWriter.toFile(pipe)).toThrow('ENXIO');
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = LogWriter.toFile(pipe);
  // A pipe takes 64 KB; nobody reads the rest.
  writeLines(writer, 2 + LOG_FILE_BYTES / LINE_BYTES);
  closeSync(reader);
  expect(statSync(pipe).isFIFO()).toBe(true);
  expect(existsSync(`${pipe}.1`)).toBe(false);
});

test('a file that cannot be rotated is emptied', () => {
  const file = join(temporaryHome(), 'daemon.log');
  mkdirSync(`${file}.new`);
  writeLines(LogWriter.toFile(file), 12);
  expect(numbersIn(file)).toEqual([11, 12]);
  rmSync(`${file}.new`, { recursive: true });
});

/** Runs a program with a `writer` to a file that the system refuses to make larger than 8 blocks. */
function runWithLimit(file: string, lines: string) {
  const program = `
    import { statSync, truncateSync } from 'node:fs';
    import { LogWriter } from ${JSON.stringify(fileURLToPath(new URL('../../../daemon/platform/system/log-writer.ts', import.meta.url)))};
    const file = ${JSON.stringify(file)};
    const writer = LogWriter.toFile(file);
    ${lines}`;
  return spawnSync('sh', [
    '-c',
    'ulimit -f 8; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    program,
  ]);
}

test('lines that cannot be written are counted, and none is torn', () => {
  const file = join(temporaryHome(), 'daemon.log');
  const ran = runWithLimit(
    file,
    `
    writer.onRecovery = (lost) => writer.write('lost ' + lost + '\\n');
    for (let number = 1; number <= 100; number++) writer.write('line ' + String(number).padEnd(94, '.') + '\\n');
    truncateSync(file);
    writer.write('again\\n');
    writer.write('and again\\n');`,
  );
  expect(ran.stderr.toString()).toBe('');
  const [restOfTorn, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(restOfTorn).toMatch(/^\.+$/);
  const [, lost] = /^lost (\d+)$/.exec(lines[1] ?? '') ?? [];
  expect(lines).toEqual(['again', `lost ${lost}`, 'and again']);
  expect(Number(lost)).toBeGreaterThan(0);
  expect(Number(lost)).toBeLessThan(100);
});

test('lost lines stay counted when the line that reports them is lost as well', () => {
  const file = join(temporaryHome(), 'daemon.log');
  const ran = runWithLimit(
    file,
    `
    const reported = [];
    writer.onRecovery = (lost) => {
      reported.push(lost);
      if (reported.length === 1) truncateSync(file, full);
      writer.write('lost ' + lost + '\\n');
    };
    for (let number = 1; number <= 100; number++) writer.write('line ' + String(number).padEnd(94, '.') + '\\n');
    const full = statSync(file).size;
    for (const line of ['again\\n', 'and again\\n']) {
      truncateSync(file);
      writer.write(line);
    }
    process.stdout.write(JSON.stringify(reported));`,
  );
  expect(ran.stderr.toString()).toBe('');
  const [first, second] = JSON.parse(ran.stdout.toString()) as number[];
  expect(first).toBeGreaterThan(1);
  expect(second).toBe(first);
});
