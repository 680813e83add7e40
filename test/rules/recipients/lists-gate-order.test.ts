import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createAgent, createTenant, sharedService, type Tenant } from '../../support/service.ts';

/** How to break the rule of one gate, and what the gate then answers. */
interface Rule {
  readonly gate: string;
  readonly code: string;
  readonly mailbox?: Readonly<Record<string, string | number | boolean>>;
  readonly account?: Readonly<Record<string, string | number | boolean>>;
  /** Recipient that breaks the rule; others keep it. */
  readonly to?: string;
  readonly suppress?: true;
}

const CLOSED = { timezone: 'UTC', days: [], start: '00:00', end: '23:59', outside_action: 'block' };

/** The gates of a fresh send by an agent, in order. */
const RULES: readonly Rule[] = [
  { gate: 'suppression', code: 'RECIPIENT_SUPPRESSED', suppress: true },
  { gate: 'suspension', code: 'MAILBOX_SUSPENDED', mailbox: { status: 'paused' } },
  { gate: 'continuity', code: 'ESTATE_CONTINUITY_REPLY_ONLY', mailbox: { created_on_tier: 'sandbox' } },
  { gate: 'authoring', code: 'AGENT_SENDING_DISABLED', mailbox: { agent_authoring_mode: 'draft_only' } },
  { gate: 'containment', code: 'RECIPIENT_AGENT_CONTAINED', mailbox: { agent_send_containment: true } },
  { gate: 'allowlist', code: 'RECIPIENT_NOT_ON_ALLOWLIST', mailbox: { recipient_policy_mode: 'allowlist' } },
  {
    gate: 'sandbox recipient',
    code: 'SANDBOX_RECIPIENT_NOT_VERIFIED',
    account: { tier: 'sandbox' },
    to: 'stranger@example.org',
  },
  { gate: 'send window', code: 'SEND_WINDOW_CLOSED', mailbox: { send_window: JSON.stringify(CLOSED) } },
  {
    gate: 'trial clock',
    code: 'SANDBOX_TRIAL_EXPIRED',
    account: { tier: 'sandbox', trial_started_at: 1 },
  },
  { gate: 'deliverability', code: 'RECIPIENT_UNDELIVERABLE', to: 'nobody@host.invalid' },
  { gate: 'storage', code: 'STORAGE_QUOTA_EXCEEDED', account: { storage_limit_bytes: 0 } },
  { gate: 'domain health', code: 'DOMAIN_UNHEALTHY', account: { platform_domain_health: 'unhealthy' } },
];

const KEPT = {
  mailbox: {
    status: 'active',
    created_on_tier: 'pro',
    agent_authoring_mode: 'send_and_draft',
    agent_send_containment: false,
    recipient_policy_mode: 'blocklist',
    send_window: null,
  },
  account: {
    tier: 'pro',
    trial_started_at: null,
    storage_limit_bytes: null,
    platform_domain_health: 'healthy',
  },
};

/** A trial account has no mailbox of an earlier trial, and one undeliverable address is no confirmed one. */
const IMPOSSIBLE = new Set([
  'continuity, sandbox recipient',
  'continuity, trial clock',
  'trial clock, deliverability',
]);

const PAIRS = RULES.flatMap((first, index) =>
  RULES.slice(index + 1).map((second) => [first, second] as const),
).filter(([first, second]) => !IMPOSSIBLE.has(`${first.gate}, ${second.gate}`));

describe('of two broken rules the gate that comes first answers', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service, { email: 'owner@example.com' });
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  async function sendBreaking(...rules: readonly Rule[]): Promise<string> {
    // The account's own address is a recipient that every tier may write to.
    const to =
      rules.map((rule) => rule.to).findLast((address) => address !== undefined) ?? 'owner@example.com';
    await service.daemon.context.store.write({ account: tenant.accountId }, async ({ db, now }) => {
      const mailbox = Object.assign({}, KEPT.mailbox, ...rules.map((rule) => rule.mailbox));
      const account = Object.assign({}, KEPT.account, ...rules.map((rule) => rule.account));
      await db.updateTable('mailboxes').set(mailbox).where('id', '=', tenant.mailbox.id).execute();
      await db.updateTable('accounts').set(account).where('id', '=', tenant.accountId).execute();
      await db.deleteFrom('list_entries').execute();
      if (!rules.some(({ suppress }) => suppress)) return;
      await db
        .insertInto('list_entries')
        .values({
          list: 'suppressions',
          account_id: tenant.accountId,
          owner_id: tenant.accountId,
          pattern: to,
          created_at: now,
        })
        .execute();
    });
    const reply = await service.call(agent, api.send, {
      from_mailbox: tenant.mailbox.id,
      to,
      subject: 'Hello',
      body: 'Hello there.',
    });
    return reply.body.code ?? reply.body.status;
  }

  it('and none, when every rule is kept', async () => {
    expect(await sendBreaking()).toBe('sent');
  });

  it.each(RULES.map((rule) => [rule.gate, rule] as const))('%s refuses alone', async (_gate, rule) => {
    expect(await sendBreaking(rule)).toBe(rule.code);
  });

  it.each(PAIRS.map(([first, second]) => [first.gate, second.gate, first, second] as const))(
    '%s before %s',
    async (_first, _second, first, second) => {
      expect(await sendBreaking(first, second)).toBe(first.code);
    },
  );
});
