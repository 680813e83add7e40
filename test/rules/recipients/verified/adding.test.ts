import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../daemon/platform/system/clock.ts';
import * as api from '../../../support/api.ts';
import { codeOf, createTenant } from '../../../support/service.ts';
import { confirmRecipient, openTrialDesk } from '../../../support/trial-recipients.ts';

const desk = openTrialDesk();
const { add, later, list, remove, resend, spent } = desk;

/** Body and headers of a 429 tell the limit that was reached. */
function expectLimit(
  reply: Awaited<ReturnType<typeof add>> | Awaited<ReturnType<typeof resend>>,
  { limit, reason }: { readonly limit: number; readonly reason?: string },
): void {
  expect(codeOf(reply)).toEqual([429, 'RATE_LIMITED']);
  const wait = reply.body.details?.retry_after;
  expect(reply.body.details?.reason).toBe(reason);
  expect(reply.headers.get('retry-after')).toBe(String(wait));
  expect(reply.headers.get('x-ratelimit-limit')).toBe(String(limit));
  expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
  const now = desk.service.clock.now() / 1000;
  expect(Math.abs(Number(reply.headers.get('x-ratelimit-reset')) - now - Number(wait))).toBeLessThanOrEqual(
    2,
  );
}

describe('the order of an add', () => {
  it('is shape, plan, duplicate, ramp, windows, budget, validity', async () => {
    for (const text of [' ', 'not-an-email', '@example.com', 'two words@example.com']) {
      expect([text, ...codeOf(await add(text))]).toEqual([text, 400, 'VALIDATION_ERROR']);
    }
    const paid = await createTenant(desk.service, {
      email: `paid${desk.count}@example.com`,
      mailbox: `paid${desk.count}`,
    });
    const refused = await desk.service.call(paid.admin, api.addRecipient, { email: 'no..address@example' });
    expect([codeOf(refused), refused.body.details?.reason]).toEqual([[403, 'TIER_LIMIT'], 'sandbox_only']);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) expect((await add(`${name}@${name}.example`)).status).toBe(201);
    const duplicate = await add('a@a.example');
    expect([codeOf(duplicate), duplicate.body.details?.reason]).toEqual([
      [409, 'CONFLICT'],
      'already_pending',
    ]);
    const ramp = await add('not..an@address');
    expect(codeOf(ramp)).toEqual([403, 'TIER_LIMIT']);
    const account = await desk.service.operator(api.operatorGetAccount, { id: desk.tenant.accountId });
    expect(ramp.body.details).toMatchObject({
      reason: 'recipient_ramp',
      ramp_until: new Date(Date.parse(account.body.created_at) + 72 * HOUR).toISOString(),
    });
    later(72 * HOUR);
    const invalid = await add('not..an@address');
    expect(codeOf(invalid)).toEqual([422, 'RECIPIENT_VALIDATION_FAILED']);
    expect(invalid.body.details).toMatchObject({ reason: 'RECIPIENT_ADDRESS_INVALID' });
  });

  it.each([
    // The Kelvin sign, whose lower case is a letter of ASCII.
    ['\u212Aate@two.example', 'RECIPIENT_ADDRESS_INVALID'],
    ['info@example.org', 'RECIPIENT_ROLE_ADDRESS'],
    ['ann@mailinator.com', 'RECIPIENT_DISPOSABLE_ADDRESS'],
    ['ann@gmial.com', 'RECIPIENT_DOMAIN_TYPO_SUSPECTED'],
    ['ann@nowhere.invalid', 'RECIPIENT_UNDELIVERABLE'],
    ['nobody@agentmail.localhost', 'RECIPIENT_UNDELIVERABLE'],
  ])('ends with the checks of a send: %s', async (email, reason) => {
    const reply = await add(email);
    expect([codeOf(reply), reply.body.details?.reason]).toEqual([
      [422, 'RECIPIENT_VALIDATION_FAILED'],
      reason,
    ]);
    expect(await list()).toEqual([]);
    expect(await spent()).toBe(0);
  });

  it('asks nobody who is on the do-not-contact list, neither anew nor again', async () => {
    const refusal = [[422, 'RECIPIENT_VALIDATION_FAILED'], 'RECIPIENT_SUPPRESSED'];
    const { id } = (await add('ann@one.example')).body;
    for (const email of ['ann@one.example', 'bob@two.example']) {
      await desk.service.call(desk.tenant.admin, api.addSuppression, { email });
    }
    const charged = await spent();
    for (const reply of [await resend(String(id)), await add('bob@two.example')]) {
      expect([codeOf(reply), reply.body.details?.reason]).toEqual(refusal);
    }
    expect(await spent()).toBe(charged);
  });

  it('takes 25 people in all, after the ramp', async () => {
    later(72 * HOUR);
    for (let index = 0; index < 25; index += 1) {
      await confirmRecipient(desk.service, desk.tenant.accountId, `p${index}@example.org`);
    }
    const reply = await add('one@more.example');
    expect([codeOf(reply), reply.body.details?.reason]).toEqual([[409, 'CONFLICT'], 'recipient_cap']);
  });

  it('takes three mails a domain and day', async () => {
    for (const name of ['a', 'b', 'c']) expect((await add(`${name}@example.org`)).status).toBe(201);
    const reply = await add('d@example.org');
    expectLimit(reply, { limit: 3, reason: 'confirmations_per_domain' });
    expect(Number(reply.headers.get('x-ratelimit-reset')) % 86_400).toBe(0);
    expect((await add('d@example.net')).status).toBe(201);
    later(DAY);
    expect((await add('d@example.org')).status).toBe(201);
  });

  it('takes ten adds and resends an hour, attested ones too', async () => {
    later(72 * HOUR);
    for (let index = 0; index < 3; index += 1) await add(`a${index}@a${index}.example`, true);
    for (let index = 0; index < 7; index += 1) await add(`b${index}@b${index}.example`);
    const reply = await add('one@more.example');
    expectLimit(reply, { limit: 10, reason: 'recipients_per_hour' });
    expect(reply.body.details?.retry_after).toBeLessThanOrEqual(3600);
    const resent = await resend((await list())[0]!.id);
    expectLimit(resent, { limit: 10, reason: 'recipients_per_hour' });
    later(HOUR);
    expect((await add('one@more.example')).status).toBe(201);
  });

  it('tells the limit that lasts longest of those that are reached', async () => {
    later(72 * HOUR);
    // In the last hour of a UTC day, the limit of the hour lasts longer than that of the day.
    later(DAY - (desk.service.clock.now() % DAY));
    for (const name of ['a', 'b', 'c']) await add(`${name}@example.org`);
    for (let index = 0; index < 7; index += 1) await add(`b${index}@b${index}.example`);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expectLimit(await add('d@example.org'), { limit: 3, reason: 'confirmations_per_domain' });
    expectLimit(await add('one@more.example'), { limit: 10, reason: 'recipients_per_hour' });
  });

  it('never exceeds a limit by adds side by side, and charges each add once', { tags: 'race' }, async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add(`p${index}@p${index}.example`)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(replies.filter(({ body }) => body.code === 'TIER_LIMIT')).toHaveLength(7);
    expect(await spent()).toBe(5);
    await remove((await list())[0]!.id);
    const twice = await Promise.all([add('x@x.example'), add('x@x.example')]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('takes two resends of one recipient in 24 hours', async () => {
    const { body } = await add('ann@example.org');
    expect((await resend(body.id)).status).toBe(200);
    later(MINUTE);
    expect((await resend(body.id)).status).toBe(200);
    later(12 * HOUR);
    expectLimit(await resend(body.id), { limit: 2, reason: 'resends_per_recipient' });
    later(12 * HOUR);
    expect((await resend(body.id)).status).toBe(200);
  });

  it('needs a send of the day', async () => {
    await desk.service.daemon.context.store.write('none', ({ db, now }) =>
      db
        .insertInto('send_budget')
        .values({
          account_id: desk.tenant.accountId,
          day: new Date(now).toISOString().slice(0, 10),
          count: 15,
        })
        .execute(),
    );
    const reply = await add('not..an@address');
    expectLimit(reply, { limit: 15 });
    expect(reply.body.details).toMatchObject({ daily_limit: 15, sends_remaining: 0 });
    expect((await add('ann@example.org', true)).status).toBe(201);
  });
});
