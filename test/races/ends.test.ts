import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { newestCode } from '../support/people.ts';
import { codeOf, createMailbox, createTenant, startService } from '../support/service.ts';

/** Requests that arrive while a mailbox is deleted, an account suspended, or a code used. */

const ROUNDS = 6;

describe('at the same moment', { tags: 'race' }, () => {
  it('a mailbox that is deleted while mail arrives keeps what it had accepted, and accepts no more', async () => {
    const service = await startService();
    const { admin } = await createTenant(service);
    const stored = async (mailbox: string) => {
      const { read } = service.daemon.context.store;
      const rows = read.selectFrom('messages').select('id').where('mailbox_id', '=', mailbox).orderBy('id');
      return (await rows.execute()).map(({ id }) => id);
    };
    for (let round = 0; round < ROUNDS; round++) {
      const box = await createMailbox(service, admin, `box${round}`);
      const mail = { from: 'ann@example.org', to: box.address, subject: 'Hi', text: 'Hello there.' };
      const arriving = Promise.allSettled(Array.from({ length: 6 }, () => service.deliver(mail)));
      expect((await service.call(admin, api.deleteMailbox, { id: box.id })).status).toBe(200);
      const before = await stored(box.id);
      const accepted = (await arriving).filter(({ status }) => status === 'fulfilled');
      await service.drain();
      expect([await stored(box.id), accepted.length]).toEqual([before, before.length]);
    }
  });

  it('an account that is suspended while it sends is charged for the sends that passed, and no others', async () => {
    const service = await startService();
    const { admin, accountId, mailbox } = await createTenant(service);
    const letter = { from_mailbox: mailbox.id, to: 'ann@example.org', subject: 'Hi', body: 'Hello there.' };
    for (let round = 0; round < ROUNDS; round++) {
      const before = (await service.must(admin, api.getQuota)).today.count;
      const sends = Array.from({ length: 8 }, () => service.call(admin, api.send, letter));
      await service.operator(api.operatorUpdateAccount, { id: accountId, status: 'suspended' });
      expect(codeOf(await service.call(admin, api.send, letter))).toEqual([403, 'ACCOUNT_SUSPENDED']);
      const sent = (await Promise.all(sends)).filter(({ status }) => status === 200);
      await service.operator(api.operatorUpdateAccount, { id: accountId, status: 'active' });
      expect((await service.must(admin, api.getQuota)).today.count).toBe(before + sent.length);
    }
  });

  it('a code that is entered six times is used once', async () => {
    const service = await startService();
    const { body } = await service.call(null, api.signUp, {
      email: 'new@example.com',
      phone_number: '+4915112345678',
      accept_terms: true,
    });
    const key = body.api_key;
    const code = await newestCode(service, 'email', 'new@example.com');
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => service.call(key, api.verifyEmail, { code })),
    );
    const texts = replies.filter((reply) => reply.body.sms_delivery_status === 'sent');
    expect(texts).toHaveLength(1);
  });

  it('wrong codes each count as an attempt', async () => {
    const service = await startService();
    const { body } = await service.call(null, api.signUp, {
      email: 'new@example.com',
      phone_number: '+4915112345678',
      accept_terms: true,
    });
    const code = await newestCode(service, 'email', 'new@example.com');
    const wrong = code === '000000' ? '000001' : '000000';
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => service.call(body.api_key, api.verifyEmail, { code: wrong })),
    );
    const left = replies
      .map((reply) => reply.body.details?.attempts_left)
      .filter((count) => count !== undefined);
    expect(left.length).toBeGreaterThan(0);
    expect(new Set(left).size).toBe(left.length);
    expect((await service.call(body.api_key, api.verifyEmail, { code })).status).not.toBe(200);
  });
});
