import { beforeAll, describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { launch, type Service } from '../../support/service.ts';

let service: Service;

beforeAll(async () => {
  service = await launch();
  await agentmail(['operator', 'accounts', 'create', 'bob@example.com'], { home: service.home });
  return () => service.stop();
});

/** A person at the terminal, whose answers are not shown; and what they were asked. */
async function typing(argv: string[], answer: string) {
  const asked: string[] = [];
  const ran = await agentmail(argv, {
    home: service.home,
    terminal: 100,
    answer: async (question) => {
      asked.push(question);
      return answer;
    },
  });
  return { ...ran, asked };
}

const RELAY = '{"url":"smtp://127.0.0.1:9","username":"me","password":"hush-hush"}';

describe('a secret on a terminal', () => {
  test.each([
    [['operator', 'accounts', 'password', 'bob@example.com'], 'New password', 'a long and secret evening'],
    [['profiles', 'set', 'bot', '--key'], 'API key', 'am_live_x.y'],
    [['config', 'set', 'mail.relay'], 'mail.relay, as JSON', RELAY],
    [['config', 'set', 'mail.relay', '-'], 'mail.relay, as JSON', RELAY],
  ])('is asked for without echo: %j', async (argv, question, answer) => {
    const ran = await typing(argv, answer);
    expect([ran.exit, ran.asked, ran.stderr]).toEqual([
      0,
      [question],
      expect.not.stringContaining('history'),
    ]);
    expect(ran.stdout + ran.stderr).not.toContain(answer);
  });

  test('that is not given is a wrong command', async () => {
    for (const argv of [
      ['operator', 'accounts', 'password', 'x'],
      ['profiles', 'set', 'bot', '--key'],
      ['config', 'set', 'mail.relay'],
    ])
      expect((await typing(argv, '')).exit).toBe(2);
  });
});

describe('a script', () => {
  test('passes a value on stdin with a dash', async () => {
    const ran = await agentmail(['config', 'set', 'mail.relay', '-'], {
      home: service.home,
      stdin: `${RELAY}\n`,
    });
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
  });

  test.each([
    [['config', 'set', 'mail.relay', RELAY]],
    [['operator', 'settings', 'set', `mail.relay=${RELAY}`]],
    [['config', 'set', 'metrics.token', 'hush'.repeat(8)]],
  ])('may still name a secret as an argument, and is warned', async (argv) => {
    const ran = await agentmail(argv, { home: service.home });
    expect([ran.exit, JSON.parse(ran.stderr).notice]).toEqual([
      0,
      expect.stringContaining("shell's history"),
    ]);
    expect(ran.stdout + ran.stderr).not.toContain('hush');
  });
});
