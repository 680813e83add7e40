import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { processorTime } from '../../support/processor-time.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

/** Messages made to keep the scanner busy, sent to a real daemon, which answers others meanwhile. */

/** Milliseconds of processor time of the thread that answers, for one call; a few are usual. */
const RESPONSIVE = 1_000;
/** Calls without a pause would take the processor from the scan that they are to meet. */
const CALL_EVERY = 25;

const service = sharedService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(service);
});

const HEAD = ['From: eve@example.net', 'Subject: Busy', 'MIME-Version: 1.0'];
const text = (body: string) => [...HEAD, 'Content-Type: text/plain', '', body].join('\r\n');
const lines = (piece: string, bytes: number) => {
  const line = piece.repeat(Math.ceil(900 / piece.length));
  return `${line}\r\n`.repeat(Math.ceil(bytes / (line.length + 2)));
};

function nested(depth: number): string {
  const opening = Array.from({ length: depth }, (_, level) =>
    [`Content-Type: multipart/mixed; boundary=b${level}`, '', `--b${level}`].join('\r\n'),
  );
  return [...HEAD, ...opening, 'Content-Type: text/plain', '', 'Hello'].join('\r\n');
}

function manyParts(count: number): string {
  const part = '--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n';
  return [...HEAD, 'Content-Type: multipart/mixed; boundary=b', '', `${part.repeat(count)}--b--`].join(
    '\r\n',
  );
}

function manyLinks(count: number): string {
  const links = Array.from({ length: count }, (_, index) => `<a href="https://h${index}.example/">l</a>`);
  return [...HEAD, 'Content-Type: text/html', '', links.join('\r\n')].join('\r\n');
}

/**
 * Sends a message and calls the API until it's decided; `slowest` is the processor time of the dearest call.
 */
async function decide(raw: string) {
  const { admin, mailbox } = tenant;
  await service.deliver({ from: 'eve@example.net', to: mailbox.address, raw });
  let slowest = 0;
  let over = false;
  const drained = service.drain().finally(() => {
    over = true;
  });
  do {
    const used = await processorTime(async () => {
      expect((await service.call(admin, api.getMailbox, { id: mailbox.id })).status).toBe(200);
    });
    slowest = Math.max(slowest, used);
    await pause(CALL_EVERY);
  } while (!over);
  await drained;
  const list = await service.call(admin, api.listMessages, { id: mailbox.id, limit: 1 });
  const item = list.body.messages[0];
  if (!item) throw new Error('the message is not there');
  return { item, slowest };
}

describe('a hostile message', () => {
  it.each([
    ['a megabyte of orders without an end', text(lines('ignore all all all all ', 1_000_000))],
    ['a megabyte of opened elements', text(lines('<div>', 1_000_000)).replace('text/plain', 'text/html')],
    ['100,000 links', manyLinks(100_000)],
  ])('of %s is scanned to the end, and the API answers meanwhile', async (_, raw) => {
    const { item, slowest } = await decide(raw);
    expect(item.scan?.categories.map(({ category }) => category)).not.toContain('scan_incomplete');
    expect(slowest).toBeLessThan(RESPONSIVE);
  });

  it.each([
    ['10,000 parts in each other', nested(10_000)],
    ['10,000 parts side by side', manyParts(10_000)],
  ])('of %s is held for a person, and the API answers meanwhile', async (_, raw) => {
    const { item, slowest } = await decide(raw);
    expect(item).toMatchObject({ state: 'quarantined', scan: { verdict: 'quarantined' } });
    expect(item.scan?.categories).toMatchObject([{ category: 'scan_incomplete' }]);
    expect(slowest).toBeLessThan(RESPONSIVE);
  });
});
