import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_RULES, MAILBOX_RULES, NOTICE_RULES } from '../../../shared/policies/loosening.ts';
import * as api from '../../support/api.ts';
import { openMailboxDesk, workingHours } from '../../support/mailbox-desk.ts';
import { PASSWORD } from '../../support/people.ts';
import { codeOf, unchecked } from '../../support/service.ts';

/**
 * Each setting in both directions: what loosens takes proof of every session, and what tightens takes none.
 */

const desk = openMailboxDesk();
const { service } = desk;

/** A setting with a strict and a loose value. */
type SettingRow = readonly [field: string, strict: unknown, loose: unknown];

const MAILBOX: readonly SettingRow[] = [
  ['agent_authoring_mode', 'read_only', 'draft_only'],
  ['agent_authoring_mode', 'draft_only', 'send_and_draft'],
  ['send_window', workingHours(), null],
  ['approval_expiry', '72h', 'never'],
  ['participant_authentication', 'authenticated', 'any'],
  ['agent_quarantine_access', 'metadata', 'full'],
  ['agent_release', 'never', 'contract'],
  ['agent_entries', 'strict', 'contract'],
  ['automatic_replies', 'never', 'lists'],
  ['automatic_replies', 'lists', 'all'],
  ['agent_forwarding', 'off', 'review'],
  ['agent_forwarding', 'review', 'on'],
  ['copy_to', null, 'owner@example.com'],
  ['hitl_mode', 'all_outbound', 'risky_only'],
  ['hitl_mode', 'risky_only', 'disabled'],
  ['recipient_policy_mode', 'allowlist', 'blocklist'],
  ['agent_send_containment', true, false],
  ['allow_thread_replies', false, true],
  ['scanner_policy', { language_mode: 'english_only' }, { language_mode: 'allow_all_languages' }],
  ['scanner_policy', { language_mode: 'allow_all_languages' }, { language_mode: 'disabled' }],
  ['scanner_policy', { disabled_scanners: ['pii'] }, { disabled_scanners: ['pii', 'secrets'] }],
  ['scanner_policy', { disabled_proxy_criteria: [] }, { disabled_proxy_criteria: ['jailbreak'] }],
  [
    'scanner_policy',
    { outbound_pii_policy: { phone_number: 'block' } },
    { outbound_pii_policy: { phone_number: 'review' } },
  ],
  [
    'scanner_policy',
    { outbound_review_policy: { approval_note: 'required_for_sensitive_pii' } },
    { outbound_review_policy: { approval_note: 'optional' } },
  ],
  ['scanner_policy', { outbound_pii_policy: { ssn: 'block' } }, null],
  ['pii_mode', 'redacted', 'passthrough'],
  ['pii_redaction_config', null, { PERSON: { visibility: 'show' } }],
  [
    'pii_redaction_config',
    { PERSON: { operator: 'hash_replace' } },
    { PERSON: { operator: 'partial_mask' } },
  ],
  ['agent_send_policy', 'restricted', 'open'],
  ['apply_policy_mode', 'draft_only', 'supervised'],
  ['apply_policy_mode', 'supervised', 'trusted'],
];

const ACCOUNT: readonly SettingRow[] = [
  ['custom_daily_send_limit', 20, 30],
  ['custom_daily_send_limit', 20, null],
  ['default_policy_mode', 'supervised', 'trusted'],
  ['default_policy_mode', 'supervised', null],
  ['agent_delete_messages_enabled', false, true],
];

const NOTICE: readonly SettingRow[] = [
  ['address', 'owner@example.com', 'other@example.com'],
  ['states', ['quarantined', 'pending_review'], ['quarantined']],
  ['digest_minutes', 0, 60],
  ['max_per_hour', 10, 1],
  ['enabled', true, false],
];

describe('the table of loosening', () => {
  it('has a row here for each of its settings', () => {
    const loosening = Object.entries({ ...MAILBOX_RULES, ...ACCOUNT_RULES, ...NOTICE_RULES })
      .filter(([, rule]) => rule !== 'harmless')
      .map(([name]) => name);
    const tested = new Set([...MAILBOX, ...ACCOUNT, ...NOTICE].map(([name]) => name));
    expect(loosening.filter((name) => !tested.has(name))).toEqual(['sender_policy_mode', 'mailbox_ids']);
  });
});

/** Sets a value as a key or as the signed-in person. */
type SetValue = (who: unknown, value: unknown, proof?: object) => Promise<{ status: number; body: unknown }>;

/** Walks a setting: loosen unproven, wrongly proven, proven; then tighten, and repeat it, unproven. */
async function walk(
  set: SetValue,
  { strict, loose, byKey }: { strict: unknown; loose: unknown; byKey: boolean },
) {
  const proof = { reauth_token: PASSWORD };
  const { person } = desk;
  const { admin } = desk.tenant;
  const ok = async (who: unknown, value: unknown, more?: object) => {
    const reply = await set(who, value, more);
    expect([reply.status, reply.body], JSON.stringify(value)).toEqual([200, expect.anything()]);
  };
  await ok(person, strict, proof);
  for (let time = 0; time < 3; time += 1) {
    expect(codeOf((await set(person, loose)) as never)).toEqual([403, 'REAUTH_REQUIRED']);
  }
  expect(codeOf((await set(person, loose, { reauth_token: 'wrong' })) as never)).toEqual([
    400,
    'REAUTH_INVALID_PASSWORD',
  ]);
  await ok(person, loose, proof);
  // Repeating the value loosens nothing.
  await ok(person, loose);
  await ok(person, strict);
  if (byKey) await ok(admin, loose);
  else expect(codeOf((await set(admin, loose)) as never)).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
  // Wrong proofs are counted for 15 minutes.
  service.clock.moveTo(service.clock.now() + 16 * 60_000);
}

const isForKeys = (rules: Readonly<Record<string, unknown>>, field: string) =>
  (rules[field] as { by?: string } | undefined)?.by === 'key' || field === 'agent_send_policy';

describe('a setting of a mailbox', () => {
  it.each(MAILBOX)('%s: %j to %j loosens', async (field, strict, loose) => {
    const set: SetValue = (who, value, proof = {}) => {
      const force = field === 'recipient_policy_mode' ? { force_empty: true } : {};
      const change = { id: desk.mailbox.id, [field]: value, ...force, ...proof };
      return service.call(who as never, api.updateMailbox, unchecked(change));
    };
    await walk(set, { strict, loose, byKey: isForKeys(MAILBOX_RULES, field) });
  });

  it('sender_policy_mode: allowlist to blocklist loosens', async () => {
    const set: SetValue = (who, mode, proof = {}) =>
      service.call(
        who as never,
        api.setSenderPolicy,
        unchecked({ id: desk.mailbox.id, mode, force_empty: true, ...proof }),
      );
    await walk(set, { strict: 'allowlist', loose: 'blocklist', byKey: true });
  });
});

describe('a setting of the account', () => {
  it.each(ACCOUNT)('%s: %j to %j loosens', async (field, strict, loose) => {
    const endpoint =
      field === 'agent_delete_messages_enabled' ? api.setAgentDeletePolicy : api.updateAccountPolicy;
    const set: SetValue = (who, value, proof = {}) =>
      service.call(
        who as never,
        endpoint as typeof api.updateAccountPolicy,
        unchecked({ [field]: value, ...proof }),
      );
    await walk(set, { strict, loose, byKey: isForKeys(ACCOUNT_RULES, field) });
  });
});

describe('being told of held mail', () => {
  let id: string;
  beforeAll(async () => {
    id = (
      await service.must(desk.tenant.admin, api.createNoticeTarget, {
        format: 'email',
        address: 'owner@example.com',
      })
    ).id;
  });

  it.each(NOTICE)('%s: %j to %j tells less', async (field, strict, loose) => {
    const set: SetValue = (who, value, proof = {}) =>
      service.call(who as never, api.updateNoticeTarget, unchecked({ id, [field]: value, ...proof }));
    if (field !== 'address') {
      await walk(set, { strict, loose, byKey: false });
      return;
    }
    // Either address is another place than the one before.
    for (const value of [loose, strict]) {
      expect(codeOf((await set(desk.person, value)) as never)).toEqual([403, 'REAUTH_REQUIRED']);
      expect((await set(desk.person, value, { reauth_token: PASSWORD })).status).toBe(200);
    }
  });

  it('mailbox_ids: all to one tells less, and one to all more', async () => {
    const set: SetValue = (who, value, proof = {}) =>
      service.call(who as never, api.updateNoticeTarget, unchecked({ id, mailbox_ids: value, ...proof }));
    await walk(set, { strict: null, loose: [desk.mailbox.id], byKey: false });
  });
});
