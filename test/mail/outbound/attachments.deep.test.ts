import { expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, startService } from '../../support/service.ts';
import { allowFiles, stage } from '../../support/uploads.ts';

it('a message takes files of 25 MB together and no more', async () => {
  const service = await startService();
  const tenant = await createTenant(service);
  await allowFiles(service, tenant);
  const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  const ids: string[] = [];
  for (const size of [10, 10, 5, 1]) {
    const { body } = await stage(service, agent, tenant, { content: new Uint8Array(size * 1_000_000) });
    ids.push(body.id);
  }
  const send = (attachment_ids: string[]) =>
    service.call(agent, api.send, {
      from_mailbox: 'helper',
      to: 'ann@example.org',
      subject: 'Numbers',
      body: 'Here they are.',
      attachment_ids,
    });
  expect((await send(ids)).body.details).toEqual({ field: 'attachment_ids', ids });
  expect((await send(ids.slice(0, 3))).body.status).toBe('sent');
});
