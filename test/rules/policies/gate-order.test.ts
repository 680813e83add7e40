import { beforeAll, expect, it } from 'vitest';
import { GATES } from '../../../daemon/mail/outbound/gates/index.ts';
import { errorsOf } from '../../../shared/contract/endpoint.ts';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, setMailbox, sharedService, type Tenant } from '../../support/service.ts';
import { confirmRecipient } from '../../support/trial-recipients.ts';

const service = sharedService();
let tenant: Tenant;
let agent: string;

beforeAll(async () => {
  tenant = await createTenant(service, { tier: 'sandbox' });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const ADDRESS = 'info@example.com';

const patch = (body: object) =>
  service.call(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, ...body });
const setAccount = (columns: { status?: 'active' | 'suspended'; tier?: 'pro'; trial_started_at?: number }) =>
  service.daemon.context.store.write('none', ({ db }) =>
    db.updateTable('accounts').set(columns).where('id', '=', tenant.accountId).execute(),
  );

/** Each step takes away the reason of the refusal before it; every later reason is there from the start. */
const STEPS: [string, () => Promise<unknown>][] = [
  ['RECIPIENT_SUPPRESSED', async () => undefined],
  ['ACCOUNT_SUSPENDED', () => service.call(tenant.admin, api.removeSuppression, { email: ADDRESS })],
  ['AGENT_SENDING_DISABLED', () => setAccount({ status: 'active' })],
  [
    'RECIPIENT_AGENT_CONTAINED',
    () => setMailbox(service, tenant, { agent_authoring_mode: 'send_and_draft' }),
  ],
  ['RECIPIENT_NOT_ON_ALLOWLIST', () => patch({ agent_send_containment: false })],
  ['SANDBOX_RECIPIENT_NOT_VERIFIED', () => patch({ recipient_policy_mode: 'blocklist' })],
  ['SEND_WINDOW_CLOSED', () => confirmRecipient(service, tenant.accountId, ADDRESS)],
  ['SANDBOX_TRIAL_EXPIRED', () => setMailbox(service, tenant, { send_window: null })],
  ['RECIPIENT_ROLE_ADDRESS', () => setAccount({ trial_started_at: service.clock.now() })],
];

it('refusals come in the order of the gates, each before all later ones', async () => {
  await service.call(tenant.admin, api.addSuppression, { email: ADDRESS });
  await patch({
    agent_authoring_mode: 'read_only',
    agent_send_containment: true,
    recipient_policy_mode: 'allowlist',
    force_empty: true,
    send_window: { timezone: 'UTC', days: [], start: '09:00', end: '10:00', outside_action: 'block' },
  });
  await setAccount({ status: 'suspended', trial_started_at: 0 });
  for (const [code, relieve] of STEPS) {
    await relieve();
    const reply = await service.call(agent, api.send, {
      from_mailbox: tenant.mailbox.id,
      to: ADDRESS,
      subject: 'Hello',
      body: 'Shall we meet?',
    });
    expect(reply.body.code).toBe(code);
  }
});

it('the gates are asked in their documented order', () => {
  const order = [
    ...['suppression', 'suspension', 'continuity', 'authoring', 'forwarding', 'containment', 'allowlist'],
    ...['sandbox_recipient', 'send_window', 'trial_clock', 'html', 'deliverability', 'attachments'],
    ...['automatic_mail', 'reply_loop', 'recipient_loop', 'storage', 'domain_health'],
  ];
  const names = GATES.map(({ name }) => name);
  expect(names).toEqual(order);
});

it('each refusal of a gate is an error of the sends that it can meet', () => {
  const declared = new Set<string>([
    ...errorsOf(api.send),
    ...errorsOf(api.reply),
    ...errorsOf(api.sendDraft),
  ]);
  const codes = GATES.flatMap(({ remedies }) => Object.keys(remedies));
  expect(codes.length).toBeGreaterThan(GATES.length);
  expect(codes.filter((code) => !declared.has(code))).toEqual([]);
});
