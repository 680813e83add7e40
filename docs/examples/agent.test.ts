import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'agentmail-test-'));
const env = { ...process.env, AGENTMAIL_HOME: home, AGENTMAIL_KEYCHAIN: 'off' };
const agentmail = (...words: string[]) => {
  const output = execFileSync('agentmail', words, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output);
};

/** Stands for your agent: it gets the ID of a message and answers it. */
const agent = (id: string) => agentmail('reply', id, '--profile', 'bot', '--body', 'It ships on Monday.');

beforeAll(() => {
  agentmail('up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0', '--test-clock');
  agentmail('mailboxes', 'create', 'desk', '--open');
  agentmail('keys', 'create', '--mailbox', 'desk', '--save-as', 'bot');
});
afterAll(() => {
  agentmail('down');
  rmSync(home, { recursive: true });
});

test('the agent answers a customer', () => {
  const mail = ['--from', 'ann@example.org', '--subject', 'Order 17', '--body', 'When does it ship?'];
  agent(agentmail('simulate', 'inbound', ...mail).message_id);
  agentmail('operator', 'drain');
  const { items } = agentmail('outbox', 'list', '--to', 'ann@example.org');
  expect(items).toMatchObject([{ subject: 'Re: Order 17', text: 'It ships on Monday.' }]);
});

test('a scheduled draft leaves the next day', () => {
  const draft = ['--to', 'bob@example.org', '--subject', 'Reminder', '--body', 'Tomorrow at ten.'];
  agentmail('drafts', 'create', ...draft, '--at', '25h');
  expect(agentmail('outbox', 'list', '--to', 'bob@example.org').items).toEqual([]);
  agentmail('operator', 'clock', 'advance', '26h');
  agentmail('operator', 'drain');
  expect(agentmail('outbox', 'list', '--to', 'bob@example.org').items).toHaveLength(1);
});
