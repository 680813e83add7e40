import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { createTenant, type Service, splitHostPort, startService } from '../support/service.ts';

const KB = 1000;
const MB = 1000 * KB;
const BUDGET = 10 * MB;
const DOMAIN = 'agentmail.localhost';
const RECIPIENTS = ['postmaster', 'abuse', 'complaints', 'postmaster+tag'].map((name) => `${name}@${DOMAIN}`);
const LINE = `${'x'.repeat(70)}\r\n`;

it('strangers cannot make the daemon store more than their budget, and ordinary mail is taken meanwhile', async () => {
  const service = await startService({ config: { smtpThread: true } });
  const { admin, mailbox } = await createTenant(service);
  await service.operator(api.updateSettings, { 'postmaster.storage_limit_bytes': BUDGET });
  const attack = Array.from({ length: 20 }, (_, peer) => flood(service, `127.0.3.${peer + 1}`));
  await send(service, { from: '127.0.0.1', to: mailbox.address, bytes: 2 * KB });
  const codes = (await Promise.all(attack)).flat();
  const accepted = codes.filter((code) => code === 250).length;
  expect(new Set(codes)).toEqual(new Set([250, 452]));
  await service.drain();
  expect(accepted).toBeGreaterThan(10);
  expect(accepted * 600 * KB).toBeLessThanOrEqual(BUDGET);
  expect(await storedBytes(service)).toBeLessThanOrEqual(BUDGET);
  const { body } = await service.call(admin, api.listMessages, { id: mailbox.id });
  expect(body.messages).toHaveLength(1);
  await service.operator(api.emptyOutbox);
  const status = await service.operator(api.getStatus);
  expect(status.body.postmaster_bytes).toBe(0);
  expect(await send(service, { from: '127.0.3.1', to: `abuse@${DOMAIN}`, bytes: 600 * KB })).toBe(250);
});

/** Four messages from one address, each to another recipient; returns the codes of the replies. */
async function flood(service: Service, from: string): Promise<number[]> {
  const codes: number[] = [];
  for (const to of RECIPIENTS) codes.push(await send(service, { from, to, bytes: 600 * KB }));
  return codes;
}

interface Mail {
  readonly from: string;
  readonly to: string;
  readonly bytes: number;
}

async function send(service: Service, { from, to, bytes }: Mail): Promise<number> {
  const [host, port] = splitHostPort(service.daemon.runtime.smtp);
  const transport = createTransport({ host, port, localAddress: from, ignoreTLS: true });
  const raw = `From: ann@there.example\r\nSubject: Hello\r\n\r\n${LINE.repeat(bytes / LINE.length)}`;
  try {
    // Without an announced size, so that only the accepting transaction can refuse it.
    await transport.sendMail({ envelope: { from: 'ann@there.example', to, size: 0 }, raw });
    return 250;
  } catch (error) {
    return (error as { responseCode: number }).responseCode;
  } finally {
    transport.close();
  }
}

/** Bytes of large mail that the service keeps, with or without a row that names them. */
async function storedBytes({ daemon, home }: Service): Promise<number> {
  const { store } = daemon.context;
  if (store.engine.name === 'sqlite') {
    const folder = join(home, 'blobs');
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  }
  const chunks = sql<{ bytes: number }>`select sum(length(bytes)) as bytes from blob_chunks`;
  return (await chunks.execute(store.read)).rows[0]?.bytes ?? 0;
}
