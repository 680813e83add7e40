import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { run } from '../../../cli/main.ts';
import { signatureHeaders } from '../../../shared/receiver/webhooks.ts';
import { testWorld } from '../../support/cli.ts';
import { shortId, type Walk } from './walk.ts';

export async function walkWebhooks(walk: Walk): Promise<void> {
  const { note } = walk;
  const url = 'https://receiver.example.com/hook';
  const made = await note('webhooks create', url, '--event', 'message.received', '-H', 'X-Token: abc');
  const webhook = shortId(made.json<{ webhook: { id: string } }>().webhook);
  await note('webhooks list');
  await note('webhooks show', webhook);
  await note('webhooks update', webhook, '--description', 'Walk', '--clear-headers');
  await note('webhooks rotate-secret', webhook);
  const { delivery_id } = (await note('webhooks test', webhook)).json<{ delivery_id: string }>();
  await note('webhooks deliveries', webhook);
  await note('webhooks retry', webhook, delivery_id.slice(-8));
  await walkEvents(walk, webhook);
  await note('webhooks delete', webhook);
}

async function walkEvents(walk: Walk, webhookId: string): Promise<void> {
  const { service, note } = walk;
  for (const event of ['message.bounced', 'sender_blocklist.added', 'recipient_blocklist.added']) {
    await note('trigger', event);
  }
  // The receiver cannot be reached, so each attempt ends soon; the first may end before anybody looks.
  let looking = true;
  const tail = note('webhooks tail', webhookId, '--count', '1').finally(() => {
    looking = false;
  });
  while (looking) await note('trigger', 'webhook.test');
  await tail;
  await pressRetry(walk, webhookId);
  await note('events tail', '--since', '1h', '--count', '1');
  await note('webhooks listen', '--forward-to', 'http://127.0.0.1:9/', '--since', '1h', '--count', '1');
  const body = join(service.home, 'body.json');
  writeFileSync(body, '{"id":"1","event":"webhook.test"}');
  const headers = signedHeaders('whsec_x', readFileSync(body, 'utf8'));
  await note('webhooks verify', '--secret', 'whsec_x', '--file', body, ...headers);
}

/** On a terminal the tail can do more; what it draws is no document. */
async function pressRetry({ service, fetchFor }: Walk, webhookId: string): Promise<void> {
  const shown = (text: string) => vi.waitUntil(() => stdout().includes(text), { timeout: 60_000 });
  const { world, stdout, stderr } = testWorld({
    home: service.home,
    terminal: 100,
    async *keys() {
      await shown('retrying');
      yield 'r';
      await shown('being retried');
      yield 'q';
    },
    fetch: fetchFor('webhooks tail'),
  });
  const exit = await run(['webhooks', 'tail', webhookId, '--since', '1h'], world);
  if (exit !== 0) throw new Error(stderr());
}

function signedHeaders(secret: string, body: string): string[] {
  const headers = signatureHeaders(secret, Math.floor(Date.now() / 1000), body);
  return Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
}
