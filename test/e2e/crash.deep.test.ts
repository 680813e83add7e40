import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { killDaemon, startDaemon } from '../support/crashing-daemon.ts';

/**
 * The real program, killed without warning in the middle of work: what it acknowledged is there afterwards.
 */
describe('a daemon that is killed', () => {
  it('keeps every message that it answered with 250, and makes each of them readable', async () => {
    let daemon = await startDaemon();
    const { home, mailbox, admin } = daemon;
    const accepted = await daemon.acceptUntilKilled(120);
    expect(accepted.length).toBeGreaterThan(0);
    daemon = await startDaemon({ home });
    await daemon.drain();
    const found = new Set<string>();
    for (let before: string | undefined; ; ) {
      const { messages } = await daemon.must(admin, api.listMessages, {
        id: mailbox,
        limit: 200,
        ...(before && { before }),
      });
      for (const message of messages) {
        expect(message.state).toBe('available');
        found.add(message.id);
      }
      if (messages.length < 200) break;
      before = messages.at(-1)?.id;
    }
    expect(accepted.filter((id) => !found.has(id))).toEqual([]);
    const integrity = await daemon.must(daemon.operatorToken, api.checkIntegrity);
    expect(integrity).toMatchObject({ ok: true, problems: [] });
    await killDaemon(daemon);
  });

  it('makes one message and one charge of 200 concurrent sends with one key, also when killed in between', async () => {
    for (const delay of [5, 25, 60]) {
      let daemon = await startDaemon();
      const { home, admin } = daemon;
      const sends = Array.from({ length: 200 }, () =>
        daemon.send(admin, 'crash-key', `once${delay}@example.org`),
      );
      await daemon.killAfter(delay, sends);
      daemon = await startDaemon({ home });
      await daemon.drain();
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => daemon.send(admin, 'crash-key', `once${delay}@example.org`)),
      );
      const ids = new Set(
        replies.filter((reply) => reply?.status === 200).map((reply) => reply?.body.message_id),
      );
      expect(ids.size).toBe(1);
      const quota = await daemon.must(admin, api.getQuota);
      expect(quota.today.count).toBe(1);
      const outbox = await daemon.must(daemon.operatorToken, api.listOutbox, {
        to: `once${delay}@example.org`,
      });
      expect(outbox.items).toHaveLength(1);
      await killDaemon(daemon);
    }
  });
});
