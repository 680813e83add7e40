import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCATOR_FILE } from '../../../shared/locator.ts';
import * as api from '../../support/api.ts';
import { type CrashingDaemon, killDaemon, startDaemon } from '../../support/crashing-daemon.ts';

/** The real program, killed while many drafts become due. */

const DRAFTS = 40;

async function post(daemon: CrashingDaemon, path: string, body: object, headers = {}): Promise<Response> {
  const { http } = JSON.parse(readFileSync(join(daemon.home, LOCATOR_FILE), 'utf8')) as { http: string };
  return fetch(`${http}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.admin}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const recipient = (index: number) => `due${index}@example.org`;

async function write(daemon: CrashingDaemon, sendAt: number | null): Promise<string[]> {
  const written = Array.from({ length: DRAFTS }, async (_, index) => {
    const reply = await post(daemon, '/v1/drafts', {
      mailbox_id: daemon.mailbox,
      to: recipient(index),
      subject: 'Once',
      body: 'Only once, please.',
      ...(sendAt !== null && { send_at: new Date(sendAt).toISOString() }),
    });
    return ((await reply.json()) as { id: string }).id;
  });
  return Promise.all(written);
}

/** Each draft went out once and was charged once. */
async function assertOnce(daemon: CrashingDaemon, ids: readonly string[]): Promise<void> {
  const { items } = await daemon.must(daemon.operatorToken, api.listOutbox, { limit: 500 });
  expect(items.map((item) => item.message_id).toSorted()).toEqual([...ids].toSorted());
  for (const id of ids) {
    expect(await daemon.must(daemon.admin, api.getDraft, { id })).toMatchObject({ state: 'delivered' });
  }
  const quota = await daemon.must(daemon.admin, api.getQuota);
  expect(quota.today.count).toBe(DRAFTS);
}

describe('a daemon that is killed while drafts become due', () => {
  it.each([10, 150])('sends each of them once, killed %i ms after their time', async (delay) => {
    let daemon = await startDaemon();
    const { home } = daemon;
    const sendAt = Date.now() + 4000;
    const ids = await write(daemon, sendAt);
    await daemon.killAfter(sendAt - Date.now() + delay, []);
    daemon = await startDaemon({ home });
    await daemon.drain();
    await assertOnce(daemon, ids);
    await killDaemon(daemon);
  });

  it('finishes sends that were answered early, once each', async () => {
    let daemon = await startDaemon();
    const { home } = daemon;
    const ids = await write(daemon, null);
    const accepted: string[] = [];
    const sends = ids.map(async (id) => {
      const reply = await post(daemon, `/v1/drafts/${id}/send`, {}, { prefer: 'respond-async' }).catch(
        () => null,
      );
      if (reply?.status === 202) accepted.push(id);
    });
    await Promise.race(sends);
    await daemon.killAfter(0, sends);
    daemon = await startDaemon({ home });
    await daemon.drain();
    expect(accepted.length).toBeGreaterThan(0);
    for (const id of accepted) {
      expect(await daemon.must(daemon.admin, api.getDraft, { id })).toMatchObject({ state: 'delivered' });
    }
    const { items } = await daemon.must(daemon.operatorToken, api.listOutbox, { limit: 500 });
    const sent = items.map((item) => item.message_id);
    expect(new Set(sent).size).toBe(sent.length);
    const quota = await daemon.must(daemon.admin, api.getQuota);
    expect(quota.today.count).toBe(sent.length);
    await killDaemon(daemon);
  });
});
