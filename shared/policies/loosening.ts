import type { z } from 'zod';
import type { accountPolicy } from '../contract/account-policy.ts';
import type { BodyOf } from '../contract/endpoint.ts';
import type { updateMailbox } from '../contract/mailbox-policies.ts';
import type { MailboxView } from '../contract/mailboxes.ts';
import type { noticeTarget } from '../contract/notices.ts';
import {
  AGENT_FORWARDING,
  APPROVAL_EXPIRIES,
  AUTHORING_MODES,
  AUTOMATIC_REPLIES,
  HITL_MODES,
  POLICY_MODES,
} from '../contract/values.ts';
import { redactsLess, scansLess } from './scan-strength.ts';
import { isNarrower } from './send-window.ts';

/** Which changes of settings loosen safety, and who may make them. docs/decisions/access-and-http.md */

export interface LooseningRule<Value> {
  /**
   * `person`: only a signed-in person may loosen it. `key`: an admin key too, as the contract lets keys
   * change the setting. A session needs fresh proof for both.
   */
  readonly by: 'person' | 'key';
  readonly loosens: (before: Value, after: Value) => boolean;
}

/** The rule of each setting; one without a rule can't loosen anything. */
export type LooseningRules<Settings> = {
  readonly [Name in keyof Settings]: LooseningRule<Settings[Name]> | 'harmless';
};

/** A setting that a change loosens. */
export interface Loosening {
  readonly field: string;
  readonly by: LooseningRule<unknown>['by'];
}

/** New mailboxes have this mode's values when no mode is set. */
export const UNSET_POLICY_MODE: (typeof POLICY_MODES)[number] = 'trusted';

/** Fields of a request that stand for other settings, or for none. */
type OtherField =
  | 'reauth_token'
  | 'reauth_challenge'
  | 'agent_send_policy'
  | 'apply_policy_mode'
  | 'force_empty'
  | 'confirm_open_human_sends';
type MailboxSetting = Exclude<keyof BodyOf<typeof updateMailbox>, OtherField> | 'sender_policy_mode';

/** A mailbox has null where it has no metadata or copies. */
export type MailboxPolicyFields = Omit<
  Required<Pick<MailboxView, MailboxSetting>>,
  'metadata' | 'copy_to'
> & {
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly copy_to: string | null;
};

export const MAILBOX_RULES: LooseningRules<MailboxPolicyFields> = {
  agent_authoring_mode: { by: 'person', loosens: isLaterIn(AUTHORING_MODES) },
  send_window: { by: 'person', loosens: (before, after) => !isNarrower(before, after) },
  approval_expiry: { by: 'person', loosens: isLaterIn(APPROVAL_EXPIRIES) },
  participant_authentication: { by: 'person', loosens: becomes('any') },
  agent_quarantine_access: { by: 'person', loosens: becomes('full') },
  agent_release: { by: 'person', loosens: becomes('contract') },
  agent_entries: { by: 'person', loosens: becomes('contract') },
  automatic_replies: { by: 'person', loosens: isLaterIn(AUTOMATIC_REPLIES) },
  agent_forwarding: { by: 'person', loosens: isLaterIn(AGENT_FORWARDING) },
  // A copy has files, and personal data, that keys may not read.
  copy_to: { by: 'person', loosens: (_before, after) => after !== null },
  hitl_mode: { by: 'key', loosens: isLaterIn(HITL_MODES.toReversed()) },
  recipient_policy_mode: { by: 'key', loosens: becomes('blocklist') },
  sender_policy_mode: { by: 'key', loosens: becomes('blocklist') },
  agent_send_containment: { by: 'key', loosens: becomes(false) },
  allow_thread_replies: { by: 'key', loosens: becomes(true) },
  scanner_policy: { by: 'key', loosens: scansLess },
  pii_mode: { by: 'key', loosens: becomes('passthrough') },
  pii_redaction_config: { by: 'key', loosens: redactsLess },
  // A program that is told that it gets automatic mail answers less.
  auto_submitted_replies: 'harmless',
  default_subaddress_mode: 'harmless',
  display_name: 'harmless',
  metadata: 'harmless',
};

export type AccountPolicyFields = Pick<
  z.output<typeof accountPolicy>,
  'custom_daily_send_limit' | 'default_policy_mode'
> & {
  readonly agent_delete_messages_enabled: boolean;
};

export const ACCOUNT_RULES: LooseningRules<AccountPolicyFields> = {
  custom_daily_send_limit: {
    by: 'person',
    loosens: (before, after) => (before ?? Number.POSITIVE_INFINITY) < (after ?? Number.POSITIVE_INFINITY),
  },
  default_policy_mode: {
    by: 'person',
    loosens: (before, after) =>
      isLaterIn(POLICY_MODES)(before ?? UNSET_POLICY_MODE, after ?? UNSET_POLICY_MODE),
  },
  agent_delete_messages_enabled: { by: 'key', loosens: becomes(true) },
};

export type NoticeFields = Pick<
  z.output<typeof noticeTarget>,
  'address' | 'digest_minutes' | 'max_per_hour' | 'enabled'
> & {
  readonly mailbox_ids: readonly string[] | null;
  readonly states: readonly z.output<typeof noticeTarget>['states'][number][];
};

/** Being told less, later or in another place. */
export const NOTICE_RULES: LooseningRules<NoticeFields> = {
  address: { by: 'person', loosens: (before, after) => before !== after },
  mailbox_ids: { by: 'person', loosens: (before, after) => after !== null && !covers(after, before) },
  states: { by: 'person', loosens: (before, after) => !covers(after, before) },
  digest_minutes: { by: 'person', loosens: (before, after) => after > before },
  max_per_hour: { by: 'person', loosens: (before, after) => after < before },
  enabled: { by: 'person', loosens: becomes(false) },
};

/** The settings that a change loosens, in the order of the rules. */
export function looseningsOf<Settings extends object, Before extends Partial<NoInfer<Settings>>>(
  rules: LooseningRules<Settings>,
  before: Before,
  after: Partial<Pick<NoInfer<Settings>, keyof Settings & keyof Before>>,
): Loosening[] {
  const [old, next]: readonly Partial<Settings>[] = [before, after];
  const check = <Name extends keyof Settings & string>(field: Name): Loosening[] => {
    const rule = rules[field];
    const value = next?.[field];
    if (rule === 'harmless' || value === undefined) return [];
    return rule.loosens(old?.[field] as Settings[Name], value) ? [{ field, by: rule.by }] : [];
  };
  return (Object.keys(rules) as (keyof Settings & string)[]).flatMap((field) => check(field));
}

/** Loosens when the value becomes a later one of a list, strictest first. */
function isLaterIn<Value>(order: readonly Value[]): LooseningRule<Value>['loosens'] {
  return (before, after) => order.indexOf(after) > order.indexOf(before);
}

/** Loosens when the value becomes this one and wasn't. */
function becomes(loose: string | boolean): LooseningRule<unknown>['loosens'] {
  return (before, after) => after === loose && before !== loose;
}

/** Null stands for all. */
function covers(next: readonly string[], before: readonly string[] | null): boolean {
  return before?.every((each) => next.includes(each)) ?? false;
}
