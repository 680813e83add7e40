import { expect, test } from 'vitest';
import { AgentMail } from '../../shared/client/index.ts';
import { bringUp, cli, type RunningDaemon } from '../support/daemon-process.ts';
import { callTool } from '../support/model.ts';

/*
 * The agent of a guarded mailbox asks for a code, is denied, asks again, and takes the code that was just
 * asked for: several times in a row, by each way to take one, while older codes lie unread.
 */

const SHOP = 'shop@example.org';

interface Agent {
  readonly daemon: RunningDaemon;
  readonly key: string;
}

/** Takes the newest code within seconds; null when there is none. */
type Way = (agent: Agent, timeout: number) => Promise<string | null>;

const byCommand: Way = async ({ daemon: { home }, key }, timeout) => {
  const ran = await cli(home, ['code', 'signup', '--timeout', String(timeout)], {
    env: { AGENTMAIL_KEY: key },
  });
  if (ran.exit === 0) return ran.stdout.trim();
  expect(ran.error().code).toBe('NOTHING_ARRIVED');
  return null;
};

const byHttp: Way = async ({ daemon: { http }, key }, timeout) => {
  const answer = await fetch(`${http}/v1/mailboxes/signup/codes/wait`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ timeout }),
  });
  expect(answer.status).toBe(200);
  const { code } = (await answer.json()) as { code: { value: string } | null };
  return code?.value ?? null;
};

const byClient: Way = async ({ daemon: { http: url }, key }, seconds) => {
  const mail = new AgentMail({ url, key });
  const code = await mail.codes.wait({ mailbox: 'signup', timeout: seconds });
  return code?.value ?? null;
};

const byModel: Way = async ({ daemon: { http }, key }, timeout_seconds) => {
  const { code } = await callTool<{ code: { value: string } | null }>({ http, key }, 'wait_for_code', {
    timeout_seconds,
  });
  return code?.value ?? null;
};

const ROUNDS: readonly Way[] = [byCommand, byHttp, byClient, byModel, byCommand];

test('each way takes the code that was just asked for, time after time', { timeout: 600_000 }, async () => {
  const daemon = await bringUp();
  const run = async <T>(argv: readonly string[], exit = 0, env: Record<string, string> = {}) => {
    const ran = await cli(daemon.home, [...argv, '--json'], { env });
    expect([argv, ran.exit]).toEqual([argv, exit]);
    return ran.json<T>();
  };
  await run(['mailboxes', 'create', 'signup', '--guarded']);
  await run(['allowlist', 'add', SHOP, '--mailbox', 'signup']);
  const { api_key: key } = await run<{ api_key: string }>([
    ...['keys', 'create', '--role', 'agent', '--mailbox', 'signup'],
  ]);
  const agent = { daemon, key };
  /** The agent asks; a person decides. */
  const request = async (decision: readonly string[]) => {
    const asking = ['send', '--to', SHOP, '--subject', 'Sign me in', '--body', 'A code, please.'];
    const { message_id } = await run<{ message_id: string }>(asking, 5, { AGENTMAIL_KEY: key });
    await run(['review', ...decision.slice(0, 1), message_id, ...decision.slice(1)]);
  };
  const arrive = async (code: string) => {
    const mail = ['--from', SHOP, '--subject', 'Sign in', '--body', `Your verification code is ${code}.`];
    await run(['simulate', 'inbound', ...mail]);
    await run(['operator', 'drain']);
  };
  for (const [round, way] of ROUNDS.entries()) {
    await request(['deny', '--reason', 'only one at a time']);
    await request(['approve']);
    await arrive(`10${round}001`);
    await arrive(`20${round}002`);
    expect(await way(agent, 30)).toBe(`20${round}002`);
    // The older one of this round is the newest that is left; then nothing is, and a later code is taken
    // again.
    expect(await way(agent, 30)).toBe(`10${round}001`);
    expect(await way(agent, 1)).toBeNull();
    await arrive(`30${round}003`);
    expect(await way(agent, 30)).toBe(`30${round}003`);
  }
  const { messages } = await run<{ messages: unknown[] }>(['inbox', 'signup', '--unread']);
  expect(messages).toEqual([]);
});
