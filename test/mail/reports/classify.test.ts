import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBounce } from '../../../daemon/mail/reports/bounce.ts';
import { readComplaint } from '../../../daemon/mail/reports/complaint.ts';
import { corpusPath } from '../../support/corpora.ts';
import { needsCorpora } from '../../support/needs.ts';
import { processorTime } from '../../support/processor-time.ts';
import { deliveryStatus } from '../../support/reports.ts';

const corpus = corpusPath('email-dsn-bounces');

const BOUNCES: Readonly<Record<string, RegExp>> = {
  'emailengine-bounces/163.eml': /550 No such user here/,
  'emailengine-bounces/fastmail.eml': /550 No such user here/,
  'emailengine-bounces/gmail.eml': /550 5\.1\.1 <jhfthgfuyfhvjkugjhvjuyfv@hot\.ee>/,
  'emailengine-bounces/hotmail.eml': /550 5\.1\.1 <sdfadsdfwedsfcasfeqwefwq@hot\.ee>/,
  'emailengine-bounces/mailru.eml': /^5\.0\.0$/,
  'emailengine-bounces/outlook.eml': /550 5\.1\.1 <wfsddaSdasffasdqwqw@hot\.ee>/,
  'emailengine-bounces/postfix.eml': /550 5\.1\.1 <sdagfsdfgdasfsdf@hot\.ee>: Recipient address rejected/,
  'emailengine-bounces/rambler.eml': /550 No such user here/,
  'emailengine-bounces/workmail.eml': /550 5\.1\.1 <gfdutydrfghutydrfcuftydh@hot\.ee>/,
  'emailengine-bounces/yahoo.eml': /550: 5\.1\.1 <thgdcgrfchvutycfgxcvg@hot\.ee>/,
  'emailengine-bounces/zoho.eml': /^5\.2\.1 The email account that you tried to reach is disabled/,
  'emailengine-bounces/zonemta.eml': /550 5\.1\.1 <sdffasdfgfasfadas@hot\.ee>/,
  'delivery-status.eml': /suppression list for your account/,
  'postal/postfix-bounce.msg': /550 5\.1\.1 <bob@nutty\.tk>: Recipient address rejected/,
};

const COMPLAINTS: Readonly<Record<string, unknown>> = {
  'amazonses.eml': {
    kind: 'complaint',
    returnPaths: [expect.stringMatching(/@amazonses\.com$/), expect.any(String)],
  },
  'standard-arf.eml': { kind: 'complaint', returnPaths: expect.arrayContaining(['neko@example.jp']) },
  'yahoo.eml': { kind: 'complaint', returnPaths: expect.arrayContaining(['shironeko@example.com']) },
  'hotmail.eml': { kind: 'complaint' },
  'optout.eml': { kind: 'unsubscribe', messageIds: ['<0000000000000000000000000@example.net>'] },
  'dmarc.eml': null,
};

describe('reports in the wild', needsCorpora('email-dsn-bounces'), () => {
  const read = (path: string) => readFileSync(join(corpus ?? '', path));

  it.each(Object.entries(BOUNCES))('%s is a hard bounce', async (path, reason) => {
    expect(await readBounce(read(path))).toEqual({ type: 'hard', reason: expect.stringMatching(reason) });
    expect(readComplaint(read(path))).toBeNull();
  });

  it.each(Object.entries(COMPLAINTS))('the feedback report %s is read', async (name, expected) => {
    const raw = read(`sisimai-complaints-arf/${name}`);
    if (expected === null) expect(readComplaint(raw)).toBeNull();
    else expect(readComplaint(raw)).toMatchObject(expected as object);
    expect(await readBounce(raw)).toBeNull();
  });

  it('automatic answers are neither', async () => {
    const answers = readdirSync(join(corpus ?? '', 'sisimai-autoreply')).filter((name) =>
      name.endsWith('.eml'),
    );
    expect(answers).toHaveLength(6);
    for (const name of answers) {
      const raw = read(`sisimai-autoreply/${name}`);
      expect([name, await readBounce(raw), readComplaint(raw)]).toEqual([name, null, null]);
    }
  });

  it('no file of the corpus is left out', () => {
    const files = readdirSync(join(corpus ?? '', 'emailengine-bounces')).map(
      (name) => `emailengine-bounces/${name}`,
    );
    expect(files.filter((path) => !(path in BOUNCES))).toEqual([]);
    const reports = readdirSync(join(corpus ?? '', 'sisimai-complaints-arf')).filter((name) =>
      name.endsWith('.eml'),
    );
    expect(reports.filter((name) => !(name in COMPLAINTS))).toEqual([]);
  });
});

describe('a delivery status', () => {
  const read = (...groups: string[][]) => readBounce(Buffer.from(deliveryStatus(...groups)));
  const about = (action: string, status: string, diagnostic = 'smtp; no') => [
    'Final-Recipient: rfc822; bob@there.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
  ];

  it.each([
    ['5.1.1', 'hard'],
    ['5.1.2', 'hard'],
    ['5.1.10', 'hard'],
    ['5.2.1', 'hard'],
    ['5.0.0', 'hard'],
    ['5.0.0 (unknown)', 'hard'],
    ['5.2.2', 'soft'],
    ['5.7.1', 'soft'],
    ['5.1.8', 'soft'],
    ['5.10.1', 'soft'],
    ['4.4.7', 'soft'],
    ['4.1.1', 'soft'],
  ])('of %s is a %s bounce', async (status, type) => {
    expect(await read(about('failed', status))).toEqual({ type, reason: 'smtp; no' });
  });

  it('takes the code from the diagnostics where the status is none', async () => {
    expect(await read(about('failed', '550', 'smtp; 550 5.1.1 who?'))).toMatchObject({ type: 'hard' });
    expect(await read(about('failed', '', 'smtp; 552 5.2.2 full'))).toMatchObject({ type: 'soft' });
    expect(await read(about('failed', 'x', 'smtp; version 15.1.1 is out of date'))).toMatchObject({
      type: 'soft',
    });
  });

  it('says nothing when it tells of a delay or of success', async () => {
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded', '', 'Delayed (will try again)']) {
      expect(await read(about(action, '5.1.1'))).toBeNull();
    }
    expect(await read()).toBeNull();
  });

  it('counts the worst of several recipients, however the fields are written', async () => {
    const soft = about('failed', '5.2.2', 'smtp; full');
    const hard = ['ACTION:  Failed', 'status:5.1.1', 'Diagnostic-Code: smtp; 550', ' 5.1.1 who?'];
    expect(await read(soft, about('delayed', '4.4.1'), hard)).toEqual({
      type: 'hard',
      reason: 'smtp; 550 5.1.1 who?',
    });
  });

  it('keeps what the other side said on one line, without control characters, and short', async () => {
    const said = `smtp; \u001b[31m550 5.1.1 ${'x'.repeat(2000)}`;
    const bounce = await read(about('failed', '5.1.1', said));
    expect(bounce?.reason).toMatch(/^smtp; {1,2}\[31m550 5\.1\.1 x+$/);
    expect(bounce?.reason.length).toBeLessThanOrEqual(500);
  });

  it('is never found in a letter that merely quotes codes', async () => {
    const letter =
      'From: ann@example.org\r\nSubject: 550\r\n\r\nMy server said: 550 5.1.1 unknown user. Help!\r\n';
    expect(await readBounce(Buffer.from(letter))).toBeNull();
  });

  it('is read in bounded time whatever the bytes are', async () => {
    const hostile = [
      Buffer.alloc(2_000_000, 'Action: failed\r\n\r\n'),
      Buffer.from(`Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n'.repeat(100_000)}`),
      Buffer.from(deliveryStatus(...Array.from({ length: 5000 }, () => about('delayed', '4.0.0')))),
      Buffer.from(deliveryStatus(about('failed', `${'('.repeat(200_000)}`))),
      Buffer.from(deliveryStatus(about('failed', '5.0.0', '5.'.repeat(300_000)))),
      Buffer.from(`From: postmaster@x.example\r\n\r\n${'550 '.repeat(100_000)}`),
      Buffer.alloc(1_000_000, 0),
    ];
    const used = await processorTime(async () => {
      for (const raw of hostile) {
        await readBounce(raw);
        readComplaint(raw);
      }
    });
    expect(used).toBeLessThan(5000);
  });
});
