import { expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createTenant, startService } from '../../support/service.ts';

const ROUNDS = 1000;

it('never gives two callers at the same moment the same code, a thousand times', {
  tags: 'race',
}, async () => {
  const service = await startService();
  const { admin, mailbox } = await createTenant(service);
  const codes = ['111222', '333444'];
  for (const code of codes) {
    const text = `Your verification code is ${code}.`;
    await service.deliver({ from: 'shop@example.org', to: mailbox.address, subject: 'Sign in', text });
    await service.drain();
  }
  const ask = async () =>
    (await service.must(admin, api.waitForCode, { id: mailbox.id, timeout: 30 })).code?.value;
  for (let round = 0; round < ROUNDS; round++) {
    const taken = await Promise.all([ask(), ask()]);
    expect(taken.toSorted()).toEqual(codes);
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ code_taken_at: null }).where('mailbox_id', '=', mailbox.id).execute(),
    );
  }
});
