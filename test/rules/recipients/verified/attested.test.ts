import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../../daemon/platform/system/clock.ts';
import { remainingAttestations } from '../../../../daemon/rules/recipients/verified/attestations.ts';
import { applyComplaint } from '../../../../daemon/rules/recipients/verified/complaint.ts';
import * as api from '../../../support/api.ts';
import { codeOf } from '../../../support/service.ts';
import { openTrialDesk } from '../../../support/trial-recipients.ts';

const desk = openTrialDesk();
const { add, later, linkTo, list, page, remove, resend, send, spent } = desk;

describe('an attested recipient', () => {
  const complain = (recipient: string) =>
    desk.service.daemon.context.store.write({ account: desk.tenant.accountId }, (transaction) =>
      applyComplaint(transaction, {
        accountId: desk.tenant.accountId,
        recipient,
      }),
    );
  const remaining = (accountId = desk.tenant.accountId, phone: string | null = null) =>
    remainingAttestations(desk.service.daemon.context, desk.service.daemon.context.store.read, {
      account: { id: accountId, phoneNumber: phone, phoneVerified: phone !== null },
      now: desk.service.clock.now(),
    });

  it('can be written to at once, without mail or charge', async () => {
    const added = await add('ann@example.org', true);
    expect([added.status, added.body.status]).toEqual([201, 'confirmed']);
    expect(await spent()).toBe(0);
    expect((await desk.service.operator(api.listOutbox)).body.items).toEqual([]);
    expect((await send('ann@example.org')).status).toBe(200);
    const me = await desk.service.call(desk.tenant.admin, api.getCaller);
    expect(me.body.limits).toEqual({ sandbox_attestations_remaining: 4 });
  });

  it('is one of five, and removing one gives none back', async () => {
    later(72 * HOUR);
    for (let index = 0; index < 5; index += 1) {
      expect(await remaining()).toBe(5 - index);
      const { body } = await add(`p${index}@example.org`, true);
      await remove(body.id);
    }
    const reply = await add('p5@example.org', true);
    expect([codeOf(reply), reply.body.details?.reason]).toEqual([[409, 'CONFLICT'], 'attestation_cap']);
  });

  it('has to prove itself after one of them reported mail, and the second report suspends', async () => {
    await add('ann@example.org', true);
    await add('bob@example.org', true);
    await complain('stranger@example.org');
    expect((await list()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    await complain('Ann@example.org');
    expect((await list()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(codeOf(await send('bob@example.org'))[1]).toBe('SANDBOX_RECIPIENT_NOT_VERIFIED');
    const attesting = await add('carl@example.org', true);
    expect([codeOf(attesting), attesting.body.details?.reason]).toEqual([
      [403, 'TIER_LIMIT'],
      'attestation_disabled',
    ]);
    await complain('ann@example.org');
    const reports = await desk.service.operator(api.listAudit, {
      account: desk.tenant.accountId,
      kind: 'verified_recipient.attestation.reported',
    });
    expect(reports.body.entries).toHaveLength(1);
    const bob = (await list()).find(({ email }) => email === 'bob@example.org')!;
    expect((await resend(bob.id)).body).toEqual({ status: 'sent' });
    await page(await linkTo('bob@example.org'), 'POST');
    await complain('ann@example.org');
    expect((await send('bob@example.org')).status).toBe(200);
    await complain('bob@example.org');
    expect(codeOf(await send('bob@example.org'))).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(codeOf(await add('dora@example.org'))).toEqual([403, 'ACCOUNT_SUSPENDED']);
    const ann = (await list()).find(({ email }) => email === 'ann@example.org')!;
    expect(codeOf(await resend(ann.id))).toEqual([403, 'ACCOUNT_SUSPENDED']);
  });

  it('counts for the phone: a second account on it has none for 90 days', async () => {
    const phone = '+436601234567';
    const withPhone = (accountId: string) =>
      desk.service.daemon.context.store.write({ account: desk.tenant.accountId }, ({ db, now }) =>
        db
          .updateTable('accounts')
          .set({ phone_number: phone, phone_verified_at: now })
          .where('id', '=', accountId)
          .execute(),
      );
    const first = desk.tenant;
    await withPhone(first.accountId);
    await add('ann@example.org', true);
    await desk.moveToSecondTrial();
    await withPhone(desk.tenant.accountId);
    expect(await remaining(desk.tenant.accountId, phone)).toBe(0);
    const reply = await add('bob@example.org', true);
    expect(reply.body.details?.reason).toBe('attestation_cap');
    expect(await remaining(first.accountId, phone)).toBe(4);
    later(90 * DAY);
    expect(await remaining(desk.tenant.accountId, phone)).toBe(5);
  });
});
