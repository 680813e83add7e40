import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect } from 'vitest';
import * as api from './api.ts';
import { launch, type Service, type Tenant } from './service.ts';

/** A virus scanner that answers when the test says so: until then, its messages occupy the threads. */
export interface StalledScanner {
  readonly service: Service;
  /** Delivers mail with a file, which the scanner has to look at. */
  deliver(tenant: Tenant): Promise<string>;
  /** Has all threads occupied by mail of the tenant, so that sends wait for their scan. */
  occupy(tenant: Tenant): Promise<void>;
  /** Resolves when a send waits for its scan. */
  sendWaits(): Promise<void>;
  /** Answers for all files, now and later. */
  answer(): void;
  /** Stops the service too. */
  close(): Promise<void>;
}

export async function stalledScanner(): Promise<StalledScanner> {
  const open = new Set<Socket>();
  let isAnswering = false;
  const answer = (socket: Socket): void => void socket.end('stream: OK\0');
  const scanner = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.on('data', () => isAnswering && answer(socket));
  });
  await once(scanner.listen(0, '127.0.0.1'), 'listening');
  const address = scanner.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  // A time limit of its own makes the daemon start threads of its own.
  const service = await launch({ isSingle: true, config: { scanTimeout: 120_000 } });
  await service.operator(api.updateSettings, { 'scanning.clamd': `127.0.0.1:${address.port}` });
  const { analysis } = service.daemon.context;
  const deliver = (tenant: Tenant) =>
    service.deliver({
      from: 'ann@there.example',
      to: tenant.mailbox.address,
      subject: 'Figures',
      text: 'Attached.',
      attachments: [{ filename: 'figures.txt', content: 'figures' }],
    });
  return {
    service,
    deliver,
    async occupy(tenant) {
      isAnswering = false;
      const { small } = analysis.threads;
      for (let count = 0; count < 2 * small; count++) await deliver(tenant);
      await expect.poll(() => open.size).toBeGreaterThanOrEqual(small);
    },
    async sendWaits() {
      await expect.poll(() => analysis.waitingOutbound).toBeGreaterThan(0);
    },
    answer() {
      isAnswering = true;
      for (const socket of open) answer(socket);
    },
    async close() {
      await service.stop();
      scanner.close();
    },
  };
}
