import { expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createMailbox, createTenant, launch, startService, temporaryHome } from '../../support/service.ts';

it('mailboxes move with the domain of the service, each to an address of its own, and those elsewhere stay', async () => {
  const home = temporaryHome();
  const first = await launch({ home });
  const ann = await createTenant(first);
  const gone = await createMailbox(first, ann.admin, 'gone');
  await first.call(ann.admin, api.deleteMailbox, { id: gone.id });
  await first.operator(api.updateSettings, { 'domains.platform': 'mail.example' });
  const early = await first.call(ann.admin, api.getMailbox, { id: ann.mailbox.id });
  expect(early.body).toMatchObject({ address: 'helper@agentmail.localhost' });
  await first.stop();

  const second = await startService({ home });
  const moved = await second.call(ann.admin, api.getMailbox, { id: ann.mailbox.id });
  expect(moved.body).toMatchObject({ address: 'helper@mail.example' });
  await second.deliver({ from: 'a@there.example', to: 'helper@mail.example', subject: 'New', text: 'Hi.' });
  for (const nobody of ['gone@mail.example', '.gone@mail.example'])
    await expect(second.deliver({ from: 'a@there.example', to: nobody })).rejects.toThrow('550 5.1.1');
  await expect(second.deliver({ from: 'a@there.example', to: 'helper@agentmail.localhost' })).rejects.toThrow(
    '550 5.7.1',
  );
  const rows = await second.daemon.context.store.read
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('kind', '=', 'mailbox.address.updated')
    .execute();
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    [{ address: 'helper@agentmail.localhost' }, { address: 'helper@mail.example' }],
    [{ address: 'gone@agentmail.localhost' }, { address: 'gone@mail.example' }],
  ]);
});

it('no other account gets the address of a deleted mailbox, at any time and after the domain came back', async () => {
  const home = temporaryHome();
  let service = await launch({ home });
  const ann = await createTenant(service);
  const bob = await createTenant(service, { email: 'bob@example.com', mailbox: 'bob' });
  const claims: string[] = [];
  const claim = async (name: string) => {
    const { address } = await createMailbox(service, bob.admin, name);
    claims.push(address);
  };
  const serveDomain = async (name: string) => {
    await service.operator(api.updateSettings, { 'domains.platform': name });
    await service.stop();
    service = await launch({ home });
  };
  const remove = async (name: string) => {
    const { id } = await createMailbox(service, ann.admin, name);
    await service.call(ann.admin, api.deleteMailbox, { id });
  };
  await remove('first');
  await claim('first');
  await serveDomain('mail.example');
  await remove('second');
  await service.operator(api.advanceClock, { seconds: 400 * 86_400 });
  await claim('second');
  await serveDomain('agentmail.localhost');
  const reused = await service.call(ann.admin, api.createMailbox, { name: 'second' });
  expect([reused.status, reused.body.code]).toEqual([409, 'CONFLICT']);
  const third = await createTenant(service, { email: 'cleo@example.com', mailbox: 'second' });
  claims.push(third.mailbox.address);
  expect(claims).toEqual([
    expect.stringMatching(/^first-[a-z2-7]{5}@agentmail\.localhost$/),
    expect.stringMatching(/^second-[a-z2-7]{5}@mail\.example$/),
    expect.stringMatching(/^second-[a-z2-7]{5}@agentmail\.localhost$/),
  ]);
  await service.stop();
});
