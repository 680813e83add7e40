import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test as base, describe, expect } from 'vitest';
import { type Fixtures, fixtures, startAgentmail } from '../../cli/testing/testing.ts';
import { needsPrograms } from '../support/needs.ts';
import { temporaryHome } from '../support/temporary.ts';

const test = base.extend<Fixtures>(fixtures);

describe('the fixtures for Vitest', () => {
  test('give a mailbox whose agent reads mail and answers it', async ({ agentmail, mailbox }) => {
    const id = await agentmail.receive({
      from: 'ann@example.org',
      to: mailbox,
      subject: 'Order 17',
      text: 'When?',
    });
    const answer = { body: 'On Monday.' };
    await agentmail.call('POST', `/v1/messages/${id}/reply`, { body: answer, key: mailbox.key });
    expect(await agentmail.sent()).toMatchObject([
      { from: mailbox.address, to: 'ann@example.org', subject: 'Re: Order 17', text: 'On Monday.' },
    ]);
  });

  test('give each test a mailbox of its own on the same daemon', async ({ agentmail, mailbox }) => {
    const { mailboxes } = await agentmail.call<{ mailboxes: unknown[] }>('GET', '/v1/mailboxes');
    expect(mailboxes).toHaveLength(2);
    const unread = await agentmail.call<{ messages: unknown[] }>(
      'GET',
      `/v1/mailboxes/${mailbox.id}/messages`,
    );
    expect(unread.messages).toEqual([]);
  });

  test('move time and apply rules', async ({ agentmail }) => {
    const { id, key } = await agentmail.createMailbox('guarded', { hitl_mode: 'all_outbound' });
    const letter = { from_mailbox: id, to: 'bob@example.org', subject: 'Hi', body: 'Hello.' };
    const held = await agentmail.call<{ status: string }>('POST', '/v1/messages/send', { body: letter, key });
    expect(held.status).toBe('pending_review');
    await agentmail.advance(60);
    expect((await agentmail.sent()).filter(({ to }) => to === letter.to)).toEqual([]);
    await expect(agentmail.call('GET', '/v1/nowhere')).rejects.toThrow('HTTP 404');
  });
});

test('a daemon of a test leaves nothing behind', async () => {
  const service = await startAgentmail();
  await service.stop();
  expect(existsSync(service.home)).toBe(false);
  await expect(fetch(service.url)).rejects.toThrow();
});

describe('the fixtures for pytest', needsPrograms({ pytest: hasPytest() }), () => {
  test('do the same', () => {
    const folder = temporaryHome();
    copyFileSync('cli/testing/agentmail_pytest.py', join(folder, 'agentmail_pytest.py'));
    writeFileSync(join(folder, 'conftest.py'), 'from agentmail_pytest import agentmail, mailbox\n');
    writeFileSync(join(folder, 'test_agent.py'), PYTHON_TEST);
    const daemon = `${process.execPath} ${resolve('bin/agentmaild.js')}`;
    const output = execFileSync('python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      cwd: folder,
      env: { ...process.env, AGENTMAILD: daemon },
      encoding: 'utf8',
    });
    expect(output).toContain('2 passed');
  });
});

const PYTHON_TEST = `
import pytest

def test_answer(agentmail, mailbox):
    agentmail.receive(sender="ann@example.org", to=mailbox, subject="Order 17", text="When does it ship?")
    path = f"/v1/mailboxes/{mailbox['id']}/messages"
    [message] = agentmail.call("GET", path, key=mailbox["key"])["messages"]
    agentmail.call("POST", f"/v1/messages/{message['id']}/reply", {"body": "On Monday."}, key=mailbox["key"])
    [answer] = agentmail.sent()
    assert (answer["to"], answer["subject"], answer["text"]) == ("ann@example.org", "Re: Order 17", "On Monday.")

def test_rules(agentmail):
    guarded = agentmail.create_mailbox("guarded", hitl_mode="all_outbound")
    agentmail.advance(60)
    with pytest.raises(RuntimeError, match="HTTP 404"):
        agentmail.call("GET", "/v1/nowhere")
`;

function hasPytest(): boolean {
  return spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;
}
