import { CURRENT_VERSIONS } from '../../../../shared/contract/mailbox-policies.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { EXPOSURE_MODES } from '../../../../shared/contract/values.ts';
import {
  type LooseningRules,
  MAILBOX_RULES,
  type MailboxPolicyFields,
} from '../../../../shared/policies/loosening.ts';
import { PRESETS, templateColumns } from '../../../../shared/policies/presets.ts';
import { canonicalWindow } from '../../../../shared/policies/send-window.ts';
import type { Actual } from '../actual/read.ts';
import { type MailboxSetup, POLICY_FIELDS } from '../file/schema.ts';

/** Fields of a mailbox, from the file and from the daemon, in one form. */

/** Fields with an endpoint of their own. */
interface OtherFields {
  readonly attachment_exposure_mode: MailboxView['attachment_exposure_mode'];
  readonly outbound_attachments: boolean;
  readonly instruction_trust: boolean;
  readonly strict_recipient: boolean;
}
type MailboxFields = MailboxPolicyFields & OtherFields;

export const FIELD_RULES: LooseningRules<MailboxFields> = {
  ...MAILBOX_RULES,
  attachment_exposure_mode: {
    by: 'key',
    loosens: (before, after) => EXPOSURE_MODES.indexOf(after) > EXPOSURE_MODES.indexOf(before),
  },
  outbound_attachments: { by: 'person', loosens: (_before, after) => after },
  instruction_trust: { by: 'person', loosens: (_before, after) => after },
  strict_recipient: { by: 'person', loosens: (_before, after) => !after },
};

/** The fields of a new mailbox without a preset. */
export const NEW_MAILBOX: MailboxFields = {
  display_name: null,
  default_subaddress_mode: 'none',
  scanner_policy: null,
  pii_mode: 'passthrough',
  pii_redaction_config: null,
  hitl_mode: 'disabled',
  allow_thread_replies: false,
  agent_send_containment: false,
  recipient_policy_mode: 'blocklist',
  sender_policy_mode: 'blocklist',
  agent_authoring_mode: 'send_and_draft',
  send_window: null,
  approval_expiry: 'never',
  participant_authentication: 'any',
  agent_quarantine_access: 'full',
  agent_release: 'contract',
  agent_entries: 'contract',
  automatic_replies: 'never',
  agent_forwarding: 'review',
  auto_submitted_replies: false,
  metadata: null,
  copy_to: null,
  attachment_exposure_mode: 'metadata_only',
  outbound_attachments: false,
  instruction_trust: false,
  strict_recipient: true,
};

export function fieldsOf(view: MailboxView): MailboxFields {
  const { outbound_attachments, instruction_trust_mode, instruction_trust_strict_recipient } = view;
  return {
    ...view,
    metadata: view.metadata ?? null,
    copy_to: view.copy_to ?? null,
    outbound_attachments: outbound_attachments.enabled,
    instruction_trust: instruction_trust_mode === 'enabled',
    strict_recipient: instruction_trust_strict_recipient,
  };
}

/** Fields that creating a mailbox sets. */
const CREATED = ['display_name', 'metadata'] as const;
const SWITCHES = [
  'participant_authentication',
  'agent_quarantine_access',
  'agent_release',
  'agent_entries',
] as const;

/** Fields of `POST /v1/mailboxes` besides name and place: the preset, or the switches that stand for one. */
export function creationOf(mailbox: MailboxSetup) {
  const { preset, scanner_policy: scanner } = mailbox;
  const named = [...CREATED, ...(preset === undefined ? SWITCHES : [])];
  const fields = named.map((name) => [name, mailbox[name]] as const);
  const set = fields.filter(([, value]) => value !== undefined && value !== null);
  const { language_mode } = scanner ?? {};
  return {
    ...(preset !== undefined && { preset }),
    ...Object.fromEntries(set),
    ...(language_mode !== undefined && { scanner_policy: { language_mode } }),
  };
}

/** The fields that the mailbox will have after its creation. */
export function predicted(mailbox: MailboxSetup, { account }: Pick<Actual, 'account'>): MailboxFields {
  const { default_policy_mode: mode } = account;
  const { preset, ...created } = creationOf(mailbox);
  return {
    ...NEW_MAILBOX,
    ...(mode !== null && templateColumns(mode)),
    ...(preset && PRESETS[preset]),
    ...created,
  };
}

/** Fields that the file names, as the daemon will store them. */
export function wantedFields(
  mailbox: MailboxSetup,
  before: MailboxFields,
): Readonly<Record<string, unknown>> {
  const { display_name: name, send_window: window, scanner_policy: scanner, metadata } = mailbox;
  const named = Object.fromEntries(
    [...POLICY_FIELDS, ...OTHER_FIELDS].map((field) => [field, mailbox[field]] as const),
  );
  return {
    ...named,
    ...(name && { display_name: name.normalize('NFKC').trim() }),
    ...(window && { send_window: canonicalWindow(window) }),
    ...(metadata && Object.keys(metadata).length === 0 && { metadata: null }),
    ...(scanner && { scanner_policy: mergedScanner(before.scanner_policy, scanner) }),
  };
}

/** Keys that the file doesn't name stay as they are. */
function mergedScanner(before: MailboxFields['scanner_policy'], wanted: NonNullable<typeof before>) {
  const merged = { ...before, ...wanted };
  return Object.keys(merged).length === 0 ? null : merged;
}

const OTHER_FIELDS = [
  'sender_policy_mode',
  'attachment_exposure_mode',
  'outbound_attachments',
  'instruction_trust',
  'strict_recipient',
] as const;

/** The command that makes a change which takes that a person accepts a notice; null for all others. */
export function askedFor(name: string, field: string, after: unknown): string | null {
  const { attachment_disclaimer: disclaimer, residual_risk: risk } = CURRENT_VERSIONS;
  if (field === 'attachment_exposure_mode' && after === 'raw_download_selected_types')
    return `agentmail mailboxes attachments ${name} --mode ${after} --family FAMILY --accept-disclaimer ${disclaimer}`;
  if (field === 'outbound_attachments' && after === true)
    return `agentmail mailboxes outbound-attachments on ${name} --accept-disclaimer ${disclaimer}`;
  if (field === 'instruction_trust' && after === true)
    return `agentmail trust enable -m ${name} --strict-recipients on --accept-risk ${risk}`;
  if (field === 'strict_recipient' && after === false) return `agentmail trust strict off -m ${name}`;
  return null;
}
