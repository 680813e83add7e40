import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, startService } from '../../support/service.ts';

/** Messages in which other readers find a file or a text that this daemon does not. */

const PROGRAM = Buffer.from('MZ\x90\0\x03', 'latin1').toString('base64');

const letter = (type: string, ...parts: string[]) =>
  [
    'From: Ann <ann@example.net>',
    'Subject: Papers',
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    '',
    ...parts.flatMap((part) => ['--sep', part]),
    '--sep--',
    '',
  ].join('\r\n');

const TEXT = 'Content-Type: text/plain\r\n\r\nHere are the papers that we spoke about.';
const FILE = `Content-Type: application/octet-stream; name="invoice.exe"\r\nContent-Transfer-Encoding: base64\r\n\r\n${PROGRAM}`;

const AMBIGUOUS: readonly (readonly [string, string])[] = [
  ['has two boundaries', letter('multipart/mixed; boundary="other"; boundary="sep"', TEXT, FILE)],
  [
    'has a boundary whole and in pieces',
    letter('multipart/mixed; boundary*0="se"; boundary*1="p"; boundary="other"', TEXT, FILE),
  ],
  ['has two types', letter('text/plain\r\nContent-Type: multipart/mixed; boundary="sep"', TEXT, FILE)],
  ['has a boundary that never comes', letter('multipart/mixed; boundary="other"', TEXT, FILE)],
  ['has a delimiter in its header', letter('multipart/mixed; boundary="sep"\r\n--sep--', TEXT)],
];

describe('a message that is divided in a way that readers differ about', () => {
  it('is held, and the finding says why', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    for (const [how, raw] of AMBIGUOUS) {
      const answer = await service.deliver({ from: 'ann@example.net', to: mailbox.address, raw });
      await service.drain();
      const id = /([0-9a-f-]{36})/.exec(answer)?.[1];
      const { body } = await service.call(admin, api.getMessage, { id: id ?? '' });
      expect(body, how).toMatchObject({
        state: 'quarantined',
        hold_context: { summary_reasons: expect.arrayContaining(['scan:mime_mismatch']) },
      });
    }
    const plain = letter('multipart/mixed; boundary="sep"', TEXT);
    const answer = await service.deliver({ from: 'ann@example.net', to: mailbox.address, raw: plain });
    await service.drain();
    const id = /([0-9a-f-]{36})/.exec(answer)?.[1];
    expect((await service.call(admin, api.getMessage, { id: id ?? '' })).body).toMatchObject({
      state: 'available',
    });
  });
});
