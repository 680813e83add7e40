import { CURRENT_VERSIONS } from '../../../shared/contract/mailbox-policies.ts';
import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import type { Principal } from '../../access/principal.ts';
import type { AccountsTable } from '../../platform/store/schema.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import { isContinuity } from '../budgets/continuity.ts';
import { sendPolicyOf } from '../policies/send-policy.ts';
import { effectiveExposure } from './attachments/exposure.ts';
import { fromDisplay } from './display-name.ts';
import type { MailboxRow } from './table.ts';

/** The From header that recipients see; trial accounts are marked. */
export function effectiveFromName(
  row: Pick<MailboxRow, 'name' | 'display_name'>,
  tier: AccountsTable['tier'],
): string {
  const name = row.display_name ?? row.name;
  return tier === 'sandbox' ? `${name} (trial)` : name;
}

/** The mailbox as a caller sees it; some fields are for admins or for sessions only. */
export function projectFor(
  principal: Pick<Principal, 'account' | 'method' | 'role'>,
  row: MailboxRow,
): MailboxView {
  const view = {
    ...projectMailbox(row, principal.account.tier),
    ...(principal.role === 'admin' && { copy_to: row.copy_to }),
  };
  if (principal.method !== 'session') return view;
  const outbound = {
    ...view.outbound_attachments,
    disclaimer_accepted_version: row.outbound_disclaimer_version,
    disclaimer_accepted_at: isoTimeOrNull(row.outbound_disclaimer_at),
    image_risk_accepted_version: row.outbound_image_risk_version,
    image_risk_accepted_at: isoTimeOrNull(row.outbound_image_risk_at),
    current_disclaimer_version: CURRENT_VERSIONS.attachment_disclaimer,
    current_image_risk_version: CURRENT_VERSIONS.image_risk,
  };
  return { ...view, outbound_attachments: outbound, ...sessionFields(row, view) };
}

/** The mailbox as the API shows it, in lists and single reads alike. */
export function projectMailbox(row: MailboxRow, tier: AccountsTable['tier']): MailboxView {
  return {
    id: row.id,
    name: row.name,
    display_name: row.display_name,
    effective_from_display: fromDisplay(effectiveFromName(row, tier), row.address),
    address: row.address,
    status: row.status,
    domain_id: row.domain_id,
    scanner_policy: row.scanner_policy,
    pii_mode: row.pii_mode,
    pii_redaction_config: row.pii_redaction_config,
    ...effectiveExposure(row, tier),
    outbound_attachments: { enabled: row.outbound_attachments_enabled },
    default_subaddress_mode: row.default_subaddress_mode,
    recipient_policy_mode: row.recipient_policy_mode,
    sender_policy_mode: row.sender_policy_mode,
    hitl_mode: row.hitl_mode,
    allow_thread_replies: row.allow_thread_replies,
    ...sendPolicyOf(row),
    agent_send_containment: row.agent_send_containment,
    agent_authoring_mode: row.agent_authoring_mode,
    send_window: row.send_window,
    approval_expiry: row.approval_expiry,
    participant_authentication: row.participant_authentication,
    agent_quarantine_access: row.agent_quarantine_access,
    agent_release: row.agent_release,
    agent_entries: row.agent_entries,
    automatic_replies: row.automatic_replies,
    agent_forwarding: row.agent_forwarding,
    auto_submitted_replies: row.auto_submitted_replies,
    ...(row.metadata && { metadata: row.metadata }),
    ...(row.connection_state && { connection_state: row.connection_state }),
    instruction_trust_mode: row.instruction_trust_mode,
    instruction_trust_strict_recipient: row.instruction_trust_strict_recipient,
    continuity: isContinuity(row, tier),
    created_at: isoTime(row.created_at),
  };
}

function sessionFields(row: MailboxRow, view: MailboxView) {
  return {
    attachment_access_enabled: view.attachment_exposure_mode !== 'metadata_only',
    attachment_disclaimer_accepted_version: row.attachment_disclaimer_version,
    attachment_disclaimer_accepted_at: isoTimeOrNull(row.attachment_disclaimer_at),
    image_risk_accepted_version: row.image_risk_version,
    image_risk_accepted_at: isoTimeOrNull(row.image_risk_at),
    image_raw_download_confirmed: view.attachment_allowed_file_families.includes('image'),
    attachment_reauth_at: isoTimeOrNull(row.attachment_reauth_at),
    attachment_policy_version: row.attachment_policy_version,
    current_disclaimer_version: CURRENT_VERSIONS.attachment_disclaimer,
    current_image_risk_version: CURRENT_VERSIONS.image_risk,
    legacy_wildcard_active: false as const,
  };
}
