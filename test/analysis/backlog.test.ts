import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BodyOf } from '../../shared/contract/endpoint.ts';
import * as api from '../support/api.ts';
import { createTenant, startService } from '../support/service.ts';

/** A virus scanner that answers when the test says so: until then, its messages occupy the threads. */
const open = new Set<Socket>();
let isOpen = false;
const scanner = createServer((socket) => {
  open.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => open.delete(socket));
  socket.on('data', () => isOpen && answer(socket));
});
const answer = (socket: Socket): void => void socket.end('stream: OK\0');

beforeAll(() => new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => scanner.close());

it('a backlog of scans refuses further mail, and takes it again afterwards', async () => {
  const address = scanner.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  // A time limit of its own makes the daemon start threads of its own.
  const service = await startService({ config: { scanTimeout: 120_000 } });
  const tenant = await createTenant(service);
  const set = (changes: BodyOf<typeof api.updateSettings>) => service.operator(api.updateSettings, changes);
  const backlog = (value: number) => set({ 'scanning.backlog': value });
  await set({ 'scanning.clamd': `127.0.0.1:${address.port}` });

  const file = { filename: 'figures.txt', content: 'figures' };
  const deliver = () =>
    service.deliver({
      from: 'ann@there.example',
      to: tenant.mailbox.address,
      subject: 'Figures',
      text: 'Attached.',
      attachments: [file],
    });
  const send = (to: string) =>
    service.call(tenant.admin, api.send, {
      from_mailbox: tenant.mailbox.id,
      to,
      subject: 'Hi',
      body: 'Hello.',
    });
  const { small } = service.daemon.context.analysis.threads;
  for (let count = 0; count < 2 * small; count++) expect(await deliver()).toMatch(/^250/);
  while (open.size < small) await new Promise(setImmediate);

  await backlog(2 * small);
  await expect(deliver()).rejects.toThrow(/451 4\.3\.2 Too many messages/);

  await backlog(1);
  const first = send('bob@example.org');
  while (service.daemon.context.analysis.waitingOutbound === 0) await new Promise(setImmediate);
  const refused = await send('carol@example.org');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
    '1',
  ]);
  expect(refused.body.details).toMatchObject({ reason: 'scan_backlog' });

  isOpen = true;
  for (const socket of open) answer(socket);
  expect((await first).body).toMatchObject({ status: 'sent' });
  await service.drain();
  expect(await deliver()).toMatch(/^250/);
  expect((await send('carol@example.org')).body).toMatchObject({ status: 'sent' });
  await service.drain();
});
