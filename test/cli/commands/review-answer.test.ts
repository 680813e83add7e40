import { beforeAll, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import {
  createAgent,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
  temporaryHome,
} from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let options: { home: string; env: Record<string, string> };

beforeAll(async () => {
  tenant = await createTenant(service, { email: 'desk@example.com', tier: 'pro', mailbox: 'desk' });
  await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
  const key = await createAgent(service, tenant.admin, tenant.mailbox.id);
  options = {
    home: temporaryHome(),
    env: { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: key, NO_COLOR: '1' },
  };
});

const piped = (...argv: string[]) => agentmail(argv, options);
const onTerminal = (...argv: string[]) => agentmail(argv, { ...options, terminal: 120 });
const SEND = ['send', '--to', 'ann@example.com', '-s', 'Offer', '-b', 'We take it for 900.'];

async function pendingId(): Promise<string> {
  const { messages } = (
    await service.call(tenant.admin, api.listMessages, { id: tenant.mailbox.id, status: 'pending_review' })
  ).body;
  return messages[0]?.id ?? '';
}

/** Runs a send with `--wait`, and denies the message meanwhile. */
async function waited(key: string, reason: string, terminal?: number) {
  const argv = [...SEND, '--idempotency-key', key, '--wait', '60'];
  const sending = agentmail(argv, { ...options, ...(terminal !== undefined && { terminal }) });
  await expect.poll(pendingId).not.toBe('');
  await service.call(tenant.admin, api.denyMessage, { id: await pendingId(), reason });
  return sending;
}

test('send --wait ends with the decision and its reason, as JSON and on a terminal', async () => {
  const json = await waited('first', 'too expensive');
  expect([json.exit, json.json()]).toMatchObject([
    4,
    { status: 'blocked', review: { resolution: 'denied', reason: 'too expensive', decided_by: 'admin_key' } },
  ]);
  const { stdout } = await waited('second', 'too expensive', 120);
  expect(stdout).toMatch(
    /Blocked, not sent\.[\s\S]*review +denied by an admin key\n *reason +too expensive\n/,
  );
});

test('messages show, threads show and idempotency tell the decision, and no terminal obeys its reason', async () => {
  const sent = await waited('third', 'no \u001b[2J\nnot now');
  const { message_id: id } = sent.json<{ message_id: string }>();
  for (const ran of [
    await onTerminal('messages', 'show', id),
    await onTerminal('threads', 'show', id),
    await onTerminal('idempotency', 'third'),
  ]) {
    expect(ran.stdout).toMatch(/review +denied by an admin key/);
    expect(ran.stdout).toMatch(/reason +no \\u\{1b\}\[2J not now\n/);
  }
  expect((await piped('messages', 'show', id)).json()).toMatchObject({
    review: { reason: 'no \u001b[2J\nnot now' },
  });
});
