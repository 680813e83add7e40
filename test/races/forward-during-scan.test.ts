import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { arrived, openScene, type Scene } from '../support/forwarding.ts';
import { codeOf, createTenant, sentToday } from '../support/service.ts';
import { type StalledScanner, stalledScanner } from '../support/stalled-scanner.ts';

/** A forward is stored after its scan, by the rules that hold then. */

let scanner: StalledScanner;
let scene: Scene;
let count = 0;

beforeAll(async () => {
  scanner = await stalledScanner();
});
afterAll(() => scanner.close());

beforeEach(async () => {
  count += 1;
  scene = await openScene(scanner.service, `desk${count}`);
});

/** The answer to a forward during whose scan the mailbox changes. */
async function during(change: object) {
  const id = await arrived(scene, { text: 'Call me at +1 415 555 2671 about the lunch on Friday, please.' });
  const name = `other${count}`;
  await scanner.occupy(await createTenant(scanner.service, { email: `${name}@example.com`, mailbox: name }));
  const forwarding = scanner.service.call(scene.agent, api.forward, { id, to: 'bob@example.net' });
  await scanner.sendWaits();
  await scanner.service.must(scene.tenant.admin, api.updateMailbox, {
    id: scene.tenant.mailbox.id,
    ...change,
  });
  scanner.answer();
  const reply = await forwarding;
  await scanner.service.drain();
  const sent = await scanner.service.call(scene.tenant.admin, api.listMessages, {
    id: scene.tenant.mailbox.id,
    direction: 'outbound',
  });
  expect(sent.body.messages).toEqual([]);
  expect(await sentToday(scanner.service, scene.tenant.admin)).toBe(0);
  return reply;
}

describe('a rule that changes while a forward is scanned', { tags: 'race' }, () => {
  it('refuses it where agents may not forward any more', async () => {
    expect(codeOf(await during({ agent_forwarding: 'off' }))).toEqual([403, 'AGENT_FORWARDING_DISABLED']);
  });

  it('refuses text that was quoted before the mailbox redacted it', async () => {
    const refused = await during({ pii_mode: 'redacted' });
    expect([refused.status, refused.body.details]).toEqual([409, { reason: 'mailbox_changed' }]);
  });
});
