import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let agent: string;
beforeAll(async () => {
  tenant = await createTenant(service);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});
beforeEach(() => setMailbox(service, tenant, { hitl_mode: 'disabled', recipient_policy_mode: 'blocklist' }));

const LETTER = 'Subject: Numbers\n\nHere they are.\n';

function sendmail(words: readonly string[], stdin = LETTER, key = agent) {
  const env = { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: key };
  return agentmail(['sendmail', ...words], { env, stdin });
}

async function newest() {
  const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
  return service.must(tenant.admin, api.getMessage, { id: messages[0]?.id ?? '' });
}

describe('agentmail sendmail', () => {
  it('sends as cron calls it, and says nothing', async () => {
    const mail = 'From: root (Cron Daemon)\nTo: ann@example.com\nSubject: Cron <root@here> date\n\nSat\n';
    const ran = await sendmail(['-i', '-FCronDaemon', '-B8BITMIME', '-oem', 'ann@example.com'], mail);
    expect([ran.exit, ran.stdout, ran.stderr]).toEqual([0, '', '']);
    expect(await newest()).toMatchObject({
      sender: tenant.mailbox.address,
      recipient: 'ann@example.com',
      subject: 'Cron <root@here> date',
    });
  });

  it('takes the recipients from the header with -t, and hides those of Bcc', async () => {
    const mail = `To: Ann <ann@example.com>\nCc: carl@example.com\nBcc: bea@example.com\n${LETTER}`;
    expect((await sendmail(['-ti'], mail)).exit).toBe(0);
    const { id, to, cc, bcc } = await newest();
    expect([to, cc, bcc].map((list) => list.map(({ address }) => address))).toEqual([
      ['ann@example.com'],
      ['carl@example.com'],
      ['bea@example.com'],
    ]);
    expect(String((await service.operator(api.getRawMessage, { id })).body)).not.toContain('bea@');
  });

  it('ends at a dot without -i, and reads on with it or with -oi', async () => {
    const mail = `${LETTER}.\nMore.\n`;
    await sendmail(['ann@example.com'], mail);
    expect((await newest()).body.content).toBe('Here they are.');
    for (const flag of ['-i', '-oi']) {
      await sendmail([flag, 'ann@example.com'], mail);
      expect((await newest()).body.content).toBe('Here they are.\n.\nMore.');
    }
  });

  it('ignores the other flags of sendmail, with their values', async () => {
    const words = [
      '-v',
      '-N',
      'never',
      '-f',
      'root@here',
      '-r',
      'x@y.example',
      '-O',
      'A=b',
      '-q',
      '-odb',
      '-bm',
      '-X/l',
    ];
    expect(await sendmail([...words, '--', 'ann@example.com'])).toMatchObject({ exit: 0, stderr: '' });
  });

  it('takes held mail, and says so on stderr', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const ran = await sendmail(['ann@example.com']);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(/^Held for review, not sent: [0-9a-f-]{36}\n$/);
  });

  it('sends from the mailbox that From names where the key has several', async () => {
    await createMailbox(service, tenant.admin, 'desk');
    expect(
      (await sendmail(['ann@example.com'], `From: helper@agentmail.localhost\n${LETTER}`, tenant.admin)).exit,
    ).toBe(0);
    const unnamed = await sendmail(['ann@example.com'], LETTER, tenant.admin);
    expect(unnamed).toMatchObject({ exit: 65, stdout: '' });
    expect(unnamed.stderr).toContain('From');
  });

  it.each([
    ['no recipient', [], LETTER, 64],
    ['an unknown flag', ['-Z', 'ann@example.com'], LETTER, 64],
    ['a queue', ['-bp'], LETTER, 64],
    ['recipients beside -t', ['-t', 'ann@example.com'], LETTER, 64],
    ['a message without a subject', ['ann@example.com'], 'To: ann@example.com\n\nHello.\n', 65],
    ['a From of somebody else', ['ann@example.com'], `From: ceo@example.com\n${LETTER}`, 65],
    ['a recipient without a domain', ['root'], LETTER, 67],
  ])('exits by sysexits.h for %s', async (_what, words, mail, exit) => {
    const ran = await sendmail(words, mail);
    expect([ran.exit, ran.stdout]).toEqual([exit, '']);
    expect(ran.stderr).not.toBe('');
  });

  it('exits by sysexits.h for a refusal, a wrong key, and a daemon that is away', async () => {
    await setMailbox(service, tenant, { recipient_policy_mode: 'allowlist' });
    expect((await sendmail(['ann@example.com'])).exit).toBe(77);
    expect((await sendmail(['ann@example.com'], LETTER, 'wrong')).exit).toBe(77);
    const env = { AGENTMAIL_URL: 'http://127.0.0.1:9', AGENTMAIL_KEY: agent };
    expect((await agentmail(['sendmail', 'ann@example.com'], { env, stdin: LETTER })).exit).toBe(75);
  });
});
