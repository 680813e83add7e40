import { expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, startService } from '../../support/service.ts';
import { SmtpClient } from '../../support/smtp-client.ts';

test('the listener greets in the name of its host, and nobody else writes results in a name of this daemon', async () => {
  const first = await startService();
  const tenant = await createTenant(first);
  await first.operator(api.updateSettings, { 'mail.hostname': 'mx.mail.example' });
  await first.stop();
  const service = await startService({ home: first.home });
  const client = await SmtpClient.connect(Number(service.daemon.runtime.smtp.split(':').at(-1)));
  expect(await client.reply()).toMatch(/^220 mx\.mail\.example /);
  const claims = ['mx.mail.example', 'agentmail.localhost', 'other.example'].map(
    (name) => `Authentication-Results: ${name}; spf=pass\r\n`,
  );
  const raw = `${claims.join('')}From: ann@b.example\r\nSubject: Hi\r\n\r\nHello.\r\n`;
  const answer = await service.deliver({ from: 'ann@b.example', to: tenant.mailbox.address, raw });
  const [id = ''] = /[0-9a-f-]{36}/.exec(answer) ?? [];
  const { store } = service.daemon.context;
  const row = await store.read
    .selectFrom('messages')
    .select('raw_blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const stored = await store.blobs.read(row.raw_blob_id ?? '');
  expect(stored?.toString()).toBe(raw.slice(raw.indexOf('Authentication-Results: other')));
});
