import { closeSync, openSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as api from '../support/api.ts';
import { SmtpClient } from '../support/smtp-client.ts';
import { temporaryHome } from '../support/temporary.ts';
import { Program, type ProgramOptions } from './world/program.ts';

/** The log of the built daemon, under attack. */

interface Line {
  readonly msg: string;
  readonly suppressed?: number;
}

async function start(options: Omit<ProgramOptions, 'home'>): Promise<Program> {
  const program = await Program.start({ home: temporaryHome(), ...options });
  onTestFinished(() => program.kill());
  return program;
}

/** Connects and says QUIT at once. */
async function connectAndQuit(port: number): Promise<void> {
  const client = await SmtpClient.connect(port);
  await client.reply();
  await client.command('QUIT');
}

function linesOf(file: string): Line[] {
  const complete = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return complete.map((line) => JSON.parse(line));
}

/** Resolves when a change in a folder has made something true. */
async function whenTrue(folder: string, isTrue: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isTrue()) resolve();
    };
    const watcher = watch(folder, look);
    onTestFinished(() => watcher.close());
    look();
  });
}

test('a daemon whose stderr takes nothing serves on, and stops in order', async () => {
  const full = openSync('/dev/full', 'w');
  const program = await start({ flags: ['--log-level', 'trace'], stderr: full });
  closeSync(full);
  for (let session = 0; session < 5; session++) await connectAndQuit(program.smtpPort);
  expect((await program.operator(api.getStatus))?.status).toBe(200);
  await program.stop();
  expect(program.child.exitCode).toBe(0);
});

test('sessions of strangers write few lines, and every one is counted', async () => {
  const folder = temporaryHome();
  const file = join(folder, 'daemon.log');
  const program = await start({ flags: ['--log-level', 'info', '--log-file', file] });
  const sessions = 300;
  for (let session = 0; session < sessions; session++) await connectAndQuit(program.smtpPort);
  const about = () => linesOf(file).filter(({ msg }) => msg.startsWith('smtp session ended'));
  const counted = () => about().reduce((sum, { suppressed }) => sum + (suppressed ?? 1), 0);
  await whenTrue(folder, () => counted() === sessions);
  expect(counted()).toBe(sessions);
  expect(about().some(({ suppressed }) => suppressed !== undefined)).toBe(true);
  expect(about().length).toBeLessThan(sessions);
  await program.stop();
  expect(linesOf(file).at(-1)?.msg).toBe('stopped');
});
