import { describe, expect, it } from 'vitest';
import { authenticateKey } from '../../daemon/access/authenticate.ts';
import { keyOfCall } from '../../daemon/entry/http/mcp/repeated-calls.ts';
import { Intents, keyOfIntent } from '../../shared/mcp/intents.ts';
import * as api from '../support/api.ts';
import { createAgent, createTenant, sharedService } from '../support/service.ts';

const MINUTE = 60_000;
const MAIL = { to: 'ann@example.com', subject: 'Once', body: 'Only once, please.' };

describe('the key of a call', () => {
  it('is the same for a quarter of an hour after the first call, and another from then on', async () => {
    let now = 0;
    let made = 0;
    const intents = new Intents({ randomId: () => String(++made), clock: { now: () => now } });
    const key = () => intents.keyFor('send_message', [], MAIL);
    const first = await key();
    now = 15 * MINUTE - 1;
    expect(await key()).toBe(first);
    now = 15 * MINUTE;
    const second = await key();
    expect(second).not.toBe(first);
    // A repetition doesn't prolong the time of the first.
    now = 30 * MINUTE - 1;
    expect(await key()).toBe(second);
    now = 30 * MINUTE;
    expect([first, second]).not.toContain(await key());
  });

  it('is forgotten after 10,000 others, so that memory has a limit', async () => {
    let made = 0;
    const intents = new Intents({ randomId: () => String(++made), clock: { now: () => 0 } });
    const key = (subject: string) => intents.keyFor('send_message', [], { ...MAIL, subject });
    const first = await key('first');
    for (let other = 0; other < 9_998; other++) await key(`${other}`);
    expect(await key('first')).toBe(first);
    const newest = await key('newest');
    await key('one more');
    expect(await key('newest')).toBe(newest);
    expect(await key('first')).not.toBe(first);
  });

  it('of a named intent is bound to tool, key, mailbox and name, and to nothing else', async () => {
    const key = (...[tool, caller, mailbox, name]: [string, string, string, string]) =>
      keyOfIntent(tool, [caller, mailbox], name);
    const mine = await key('send_message', 'key-1', 'box-1', 'report');
    expect(await key('send_message', 'key-1', 'box-1', 'report')).toBe(mine);
    const others = await Promise.all([
      key('reply_to_message', 'key-1', 'box-1', 'report'),
      key('send_message', 'key-2', 'box-1', 'report'),
      key('send_message', 'key-1', 'box-2', 'report'),
      key('send_message', 'key-1', 'box-1', 'other'),
      key('send_message', 'key-1box-1', '', 'report'),
    ]);
    expect(new Set([mine, ...others]).size).toBe(6);
  });
});

describe('the key of a call over HTTP', () => {
  const service = sharedService();

  it('belongs to the caller, and holds for a quarter of an hour after it was used', async () => {
    const tenant = await createTenant(service, { mailbox: 'helper' });
    const { context } = service.daemon;
    const agents = await Promise.all(
      [0, 1].map(async () => {
        const key = await createAgent(service, tenant.admin, tenant.mailbox.id);
        return { key, principal: await authenticateKey(context, `Bearer ${key}`, '127.0.0.1') };
      }),
    );
    const [one, other] = agents;
    if (!one || !other) throw new Error('there are two agents');
    const call = { tool: 'send_message', input: MAIL };
    const mine = await keyOfCall(context, one.principal, call);
    expect(await keyOfCall(context, other.principal, call)).not.toBe(mine);
    const send = (key: string) =>
      service.call({ key: one.key, headers: { 'idempotency-key': key } }, api.send, {
        from_mailbox: tenant.mailbox.id,
        ...MAIL,
      });
    expect((await send(mine)).status).toBe(200);
    await service.operator(api.advanceClock, { seconds: 14 * 60 });
    expect(await keyOfCall(context, one.principal, call)).toBe(mine);
    await service.operator(api.advanceClock, { seconds: 62 });
    expect(await keyOfCall(context, one.principal, call)).not.toBe(mine);
  });
});
