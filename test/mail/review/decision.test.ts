import { beforeEach, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createMailbox, sharedService } from '../../support/service.ts';
import { type Desk, openSupervisedDesk } from './support.ts';

/** An agent waits for the decision about a message. */

const service = sharedService();
let desk: Desk;
let count = 0;

beforeEach(async () => {
  count += 1;
  desk = await openSupervisedDesk(service, `decision${count}@example.com`);
});

const wait = (id: string, key = desk.agent) => service.call(key, api.waitForDecision, { id, timeout: 30 });
const watching = () => service.daemon.context.signals.watching('mailbox');

test('a wait for the decision ends with the decision, its reason and the outcome', async () => {
  const id = await desk.pending();
  const waiting = wait(id);
  await expect.poll(watching).toBe(1);
  await desk.decide(desk.tenant.admin, 'deny', id, { reason: 'too expensive' });
  expect(await waiting).toMatchObject({
    status: 200,
    body: {
      ...{ message_id: id, state: 'blocked', decided: true },
      email_effect: { effect_status: 'blocked', terminal: true },
      review: { resolution: 'denied', reason: 'too expensive', decided_by: 'admin_key' },
    },
  });
  expect(watching()).toBe(0);
});

test('an approval ends the wait once the message is sent', async () => {
  const id = await desk.pending();
  const waiting = wait(id);
  await expect.poll(watching).toBe(1);
  await desk.decide(desk.tenant.admin, 'approve', id);
  const { body } = await waiting;
  expect([body.decided, body.email_effect?.effect_status]).toEqual([true, 'sent']);
});

test('an edit ends the wait with the message that was sent instead', async () => {
  const id = await desk.pending();
  const waiting = wait(id);
  await expect.poll(watching).toBe(1);
  const edited = await service.call(desk.tenant.admin, api.editMessage, { id, subject: 'Final report' });
  expect((await waiting).body).toMatchObject({
    ...{ state: 'blocked', decided: true, review: { resolution: 'edited' } },
    replacement: { message_id: edited.body.message_id, effect_status: 'sent' },
  });
});

test('a release ends the wait for received mail', async () => {
  const id = await desk.arrived();
  const waiting = wait(id, desk.tenant.admin);
  await expect.poll(watching).toBe(1);
  await desk.decide(desk.tenant.admin, 'release', id);
  expect((await waiting).body).toMatchObject({ state: 'available', decided: true, email_effect: null });
});

test('a decided message is answered at once, an undecided one after the timeout', async () => {
  const id = await desk.pending();
  const waiting = wait(id);
  await expect.poll(watching).toBe(1);
  service.clock.moveTo(service.clock.now() + 30_000);
  expect((await waiting).body).toMatchObject({ state: 'pending_review', decided: false });
  await desk.decide(desk.tenant.admin, 'deny', id);
  expect((await wait(id)).body).toMatchObject({ decided: true });
});

test('an agent of another mailbox finds no message, and a key revoked meanwhile learns nothing', async () => {
  const id = await desk.pending();
  const { id: elsewhere } = await createMailbox(service, desk.tenant.admin, `elsewhere${count}`);
  const stranger = await createAgent(service, desk.tenant.admin, elsewhere);
  expect(await wait(id, stranger)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  const key = await service.must(desk.tenant.admin, api.createApiKey, {
    role: 'agent',
    mailbox_ids: [desk.tenant.mailbox.id],
  });
  const waiting = wait(id, key.api_key);
  await expect.poll(watching).toBe(1);
  await service.call(desk.tenant.admin, api.revokeApiKey, { id: key.id });
  await desk.decide(desk.tenant.admin, 'deny', id, { reason: 'confidential' });
  expect(await waiting).toMatchObject({ status: 401, body: { code: 'API_KEY_REVOKED' } });
});
