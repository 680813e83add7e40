import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Command } from '../../../cli/command.ts';
import { COMMANDS } from '../../../cli/commands/index.ts';
import type { Processes } from '../../../cli/machine/world.ts';
import { agentmail, type WorldOptions } from '../../support/cli.ts';
import { shortestLine } from '../../support/command-lines.ts';
import { nameDaemon, startStub } from '../../support/stub-daemon.ts';

/**
 * Every command against a daemon that takes requests and never answers, without a terminal, with stdin
 * closed.
 */

/** Start programs of their own, or speak a protocol over stdin. */
const OTHERWISE_TESTED = ['tour', 'mcp', 'restore', 'service install', 'service uninstall', 'service status'];
/** May take long, as they say: they wait for work that a living daemon does. */
const PATIENT = [
  ...['wait', 'messages wait', 'backup'],
  ...['operator drain', 'operator clock advance', 'operator mail probe'],
];
/** The others are about this machine, or find something wrong before they ask. */
const MOST = 140;

const nameOf = ({ name }: Command) => name.join(' ');
const walked = COMMANDS.filter((command) => !OTHERWISE_TESTED.includes(nameOf(command)));

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentmail-silent-'));
  file = join(folder, 'list.txt');
  writeFileSync(file, 'ann@example.com\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing is started or ended: the daemon is this process. */
const processes: Processes = {
  isAlive: () => true,
  signal: () => undefined,
  startDaemon: () => ({ pid: 1, firstLine: Promise.resolve(undefined), release: () => undefined }),
  runDaemonProgram: () => Promise.reject(new Error('nothing is run here')),
  daemonCommand: () => ['agentmaild'],
  runTool: async () => undefined,
  runShell: () => Promise.reject(new Error('nothing is run here')),
};

function run(command: Command, options: WorldOptions) {
  return agentmail([...shortestLine(command, file), '--json'], { processes, ...options });
}

/** A port that takes connections and says nothing. */
async function silentPort(): Promise<number> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function outcomes(commands: readonly Command[], options: WorldOptions) {
  return Promise.all(
    commands.map(async (command) => {
      const { exit, stdout, stderr } = await run(command, options);
      return { name: nameOf(command), exit, stdout, stderr };
    }),
  );
}

type Outcomes = Awaited<ReturnType<typeof outcomes>>;

const areJson = (texts: readonly string[]) => {
  try {
    return texts.map((text) => JSON.parse(text)).length > 0;
  } catch {
    return false;
  }
};
/** One document on stdout, else JSON lines on stderr, of which the last is the error. */
const failedOtherwise = (all: Outcomes) =>
  all.filter(({ exit, stdout, stderr }) => {
    const lines = stderr.trimEnd().split('\n');
    return (
      exit !== 0 && !(stdout === '' ? areJson(lines) && lines.at(-1)?.includes('"error"') : areJson([stdout]))
    );
  });

const givenUp = (all: Outcomes) => all.filter(({ stderr }) => stderr.includes('no response within 0.3 s'));

describe('no command hangs', () => {
  test('when the daemon of the home takes connections and says nothing', async () => {
    const { home } = await startStub(() => {});
    nameDaemon(home, `http://127.0.0.1:${await silentPort()}`);
    const all = await outcomes(walked, { home, env: { AGENTMAIL_TIMEOUT: '0.3' } });
    expect(failedOtherwise(all)).toEqual([]);
    expect(givenUp(all).length).toBeGreaterThan(MOST);
  });

  test('when the daemon is ready and then never answers', async () => {
    const { home } = await startStub((server) => {
      server.all('/v1/*', (_request, reply) => void reply.hijack());
      server.all('/operator/*', (_request, reply) => void reply.hijack());
      server.get('/openapi.json', (_request, reply) => void reply.hijack());
    });
    const impatient = walked.filter((command) => !PATIENT.includes(nameOf(command)));
    const stdin = 'a line\n'.repeat(5);
    const all = await outcomes(impatient, { home, stdin, env: { AGENTMAIL_TIMEOUT: '0.3' } });
    expect(failedOtherwise(all)).toEqual([]);
    expect(givenUp(all).length).toBeGreaterThan(MOST);
  });
});
