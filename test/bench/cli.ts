import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as api from '../support/api.ts';
import { createSubject, startDaemon } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));
const ROUNDS = 15;

/** Milliseconds of a whole process, which must succeed. */
function time(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const started = performance.now();
  const result = spawnSync(process.execPath, args, { env, input: 'A short body.\n', encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${args.join(' ')}: ${result.stderr}`);
  return performance.now() - started;
}

/** Whole commands against an empty Node process. */
export async function benchCli(): Promise<Figure[]> {
  const daemon = await startDaemon();
  const subject = await createSubject(daemon);
  await runSmtpLoad({
    port: Number(daemon.ready.smtp?.split(':')[1]),
    sessions: 1,
    messages: 1,
    message: textMessage(2000),
    recipient: subject.mailboxes[0]?.address ?? '',
  });
  await daemon.must(daemon.operatorToken, api.drain);
  const env = {
    ...process.env,
    AGENTMAIL_HOME: daemon.home,
    AGENTMAIL_URL: daemon.ready.http ?? '',
    AGENTMAIL_KEY: subject.admin,
  };
  const cases = [
    { name: '--version', args: ['--version'], atMost: 1.8 },
    { name: '--help', args: ['--help'], atMost: 1.8 },
    { name: 'inbox', args: ['inbox', '--mailbox', 'box0', '--json'], atMost: 3 },
    {
      name: 'wait',
      args: ['wait', '--mailbox', 'box0', '--since', '2020-01-01T00:00:00Z', '--json'],
      atMost: 3,
    },
    {
      name: 'send',
      args: ['send', '--from', 'box0', '--to', 'someone@example.org', '--subject', 'Hi', '--json'],
      atMost: 3,
    },
  ];
  const figures: Figure[] = [];
  for (const { name, args, atMost } of cases) {
    time([LAUNCHER, ...args], env);
    const result = await inTurn(
      ROUNDS,
      async () => time([LAUNCHER, ...args], env),
      async () => time(['-e', '0'], env),
    );
    figures.push({
      name: `agentmail ${name}, whole process`,
      value: result.ratio,
      unit: 'x',
      goal: { atMost },
      detail: `${result.ours.toFixed(0)} ms, node -e 0 ${result.reference.toFixed(0)} ms`,
    });
  }
  await daemon.stop();
  return figures;
}
