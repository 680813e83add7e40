import { describe, expect, it } from 'vitest';
import { signMail } from '../../../daemon/mail/outbound/dkim/sign.ts';
import { dkimRecords, ensureDkimKey } from '../../../daemon/network/domains/dkim-keys.ts';
import { DEFAULTS } from '../../../daemon/platform/settings/config.ts';
import * as api from '../../support/api.ts';
import { hasDkimVerifier, verifyDkim } from '../../support/dkim-verifier.ts';
import { MailSink } from '../../support/mail-sink.ts';
import { needsPrograms } from '../../support/needs.ts';
import { createTenant, startService } from '../../support/service.ts';

const DOMAIN = 'agentmail.localhost';

describe('signatures', needsPrograms({ 'python3-dkim': hasDkimVerifier() }), () => {
  it('of both kinds of key pass the verifier of somebody else, and cover what one-click unsubscription needs', async () => {
    const sink = await MailSink.start();
    const service = await startService({
      config: {
        publicBase: 'https://mail.example.com',
        deliverability: { ...DEFAULTS.deliverability, dns: 'off' },
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: { url: `smtp://127.0.0.1:${sink.port}` } },
      },
    });
    const tenant = await createTenant(service);
    const { context } = service.daemon;
    const records = [
      await ensureDkimKey(context, DOMAIN, 'rsa'),
      await ensureDkimKey(context, DOMAIN, 'ed25519'),
    ];
    expect(records).toMatchObject([
      { name: `am1._domainkey.${DOMAIN}`, value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]{392}$/) },
      {
        name: `am2._domainkey.${DOMAIN}`,
        value: expect.stringMatching(/^v=DKIM1; k=ed25519; p=[\w+/=]{44}$/),
      },
    ]);
    await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to: 'bob@there.example',
      subject: 'Grüße aus Köln, with a subject that is long enough to be folded over more than one line',
      body: 'A line.\n.a dot\r\nany line end\rof three\n\n  spaces   \nFrom here\n\n\n',
      html: '<p>A <b>line</b></p>',
    });
    await sink.until(1);
    const raw = sink.received[0]?.raw ?? Buffer.alloc(0);
    const published = Object.fromEntries(records.map(({ name, value }) => [name, value]));
    const results = verifyDkim(raw, published);
    expect(
      results.map(({ passed, selector, algorithm, domain }) => [passed, selector, algorithm, domain]).sort(),
    ).toEqual([
      [true, 'am1', 'rsa-sha256', DOMAIN],
      [true, 'am2', 'ed25519-sha256', DOMAIN],
    ]);
    for (const { signed } of results) {
      expect(signed).toEqual(
        expect.arrayContaining([
          ...['from', 'to', 'subject', 'date', 'message-id', 'content-type'],
          ...['list-unsubscribe', 'list-unsubscribe-post'],
        ]),
      );
    }
    const changed = Buffer.from(raw.toString('latin1').replace('A line.', 'A lime.'), 'latin1');
    expect(verifyDkim(changed, published).map(({ passed }) => passed)).toEqual([false, false]);
    await sink.die();
  });
});

describe('keys', () => {
  it('are made once for a domain, lie sealed, and sign only mail of that domain', async () => {
    const service = await startService();
    const { context } = service.daemon;
    const [one, other] = await Promise.all([
      ensureDkimKey(context, 'own.example'),
      ensureDkimKey(context, 'own.example'),
    ]);
    expect(one).toEqual(other);
    expect(await dkimRecords(context.store.read, 'own.example')).toEqual([one]);
    const rows = await context.store.read.selectFrom('dkim_keys').selectAll().execute();
    expect(rows[0]?.private_key.toString('latin1')).not.toContain('PRIVATE KEY');
    const raw = Buffer.from('From: a@own.example\r\nSubject: Hi\r\n\r\nHi\r\n');
    const signed = await signMail(context, raw, 'a@own.example');
    expect(signed.subarray(signed.length - raw.length)).toEqual(raw);
    expect(signed.toString()).toMatch(/^DKIM-Signature: .* d=own\.example;.* s=am1;/s);
    expect(await signMail(context, raw, 'a@sub.own.example')).toBe(raw);
  });
});
