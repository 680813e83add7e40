import { expect } from 'vitest';
import { migrateStore } from '../../daemon/platform/store/engine.ts';
import * as api from './api.ts';
import { createTenant, launch, type Service, temporaryHome } from './service.ts';

/** A home on SQLite with mail in and out, a large one, and a deleted one. */
export async function filledHome(): Promise<{ home: string; key: string }> {
  const home = temporaryHome();
  const service = await launch({ home, config: { store: null } });
  const { admin, mailbox } = await createTenant(service);
  for (let n = 0; n < 30; n++) {
    await service.deliver({
      from: 'ann@example.org',
      to: mailbox.address,
      subject: `Letter ${n}`,
      text: 'words of it',
    });
  }
  await service.deliver({
    from: 'ann@example.org',
    to: mailbox.address,
    subject: 'Large',
    text: 'long '.repeat(60_000),
  });
  await service.drain();
  const { messages } = await service.must(admin, api.listMessages, { id: mailbox.id, limit: 2 });
  // The audit log has its former state as a JSON string.
  await service.must(admin, api.deleteMessage, { id: messages[1]?.id ?? '' });
  await service.must(admin, api.send, {
    from_mailbox: mailbox.id,
    to: 'bob@example.org',
    subject: 'Out',
    body: 'going',
  });
  await service.drain();
  await service.stop();
  return { home, key: admin };
}

/** Its mail as the API shows it. */
export async function told(service: Service, key: string) {
  return {
    messages: (await service.must(key, api.listMessages, { id: 'helper', limit: 100 })).messages,
    threads: (await service.must(key, api.listThreads, { id: 'helper', limit: 100 })).threads,
    found: (await service.must(key, api.listMessages, { id: 'helper', search: 'words of' })).messages.length,
  };
}

/** The same, by a daemon of its own. */
export async function answers(home: string, key: string, store: string | null) {
  const service = await launch({ home, config: { store } });
  await service.drain();
  const seen = await told(service, key);
  const [large] = (await service.must(key, api.listMessages, { id: 'helper', search: 'long long' })).messages;
  expect(large?.subject).toBe('Large');
  await service.stop();
  return seen;
}

/** The time of moves. */
export const MOVED_AT = Date.UTC(2030, 0, 1);

/** Moves a home to a database, or back to SQLite. */
export function move(home: string, to: string, node: string | null = null) {
  return migrateStore({ home, node, to, now: MOVED_AT, progress: () => undefined });
}
