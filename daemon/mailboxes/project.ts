import type { z } from 'zod';
import type { mailbox } from '../../shared/contract/mailboxes.ts';
import type { AccountsTable } from '../store/schema.ts';
import { fromDisplay } from './display-name.ts';
import type { MailboxRow } from './table.ts';

export type MailboxView = z.output<typeof mailbox>;

/** What recipients see as sender; trial accounts are marked (decisions 4.6). */
export function effectiveFromName(
  row: Pick<MailboxRow, 'name' | 'display_name'>,
  tier: AccountsTable['tier'],
): string {
  const name = row.display_name ?? row.name;
  return tier === 'sandbox' ? `${name} (trial)` : name;
}

/** The mailbox as the API shows it; list and single read are the same. */
export function projectMailbox(row: MailboxRow, tier: AccountsTable['tier']): MailboxView {
  return {
    id: row.id,
    name: row.name,
    display_name: row.display_name,
    effective_from_display: fromDisplay(effectiveFromName(row, tier), row.address),
    address: row.address,
    status: row.status,
    domain_id: null,
    scanner_policy: parseJson(row.scanner_policy),
    pii_mode: row.pii_mode,
    pii_redaction_config: parseJson(row.pii_redaction_config),
    attachment_exposure_mode: row.attachment_exposure_mode,
    attachment_allowed_file_families: JSON.parse(row.attachment_allowed_file_families),
    outbound_attachments: { enabled: row.outbound_attachments_enabled === 1 },
    default_subaddress_mode: row.default_subaddress_mode,
    recipient_policy_mode: row.recipient_policy_mode,
    sender_policy_mode: row.sender_policy_mode,
    hitl_mode: row.hitl_mode,
    allow_thread_replies: row.allow_thread_replies === 1,
    ...sendPolicy(row),
    agent_send_containment: row.agent_send_containment === 1,
    agent_authoring_mode: row.agent_authoring_mode,
    send_window: parseJson(row.send_window),
    approval_expiry: row.approval_expiry,
    instruction_trust_mode: row.instruction_trust_mode,
    instruction_trust_strict_recipient: row.instruction_trust_strict_recipient === 1,
    continuity: row.created_on_tier === 'sandbox' && tier !== 'sandbox',
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** The derived pair of decisions 4.12. */
function sendPolicy(row: MailboxRow): Pick<MailboxView, 'agent_send_policy' | 'restricted_by'> {
  if (row.recipient_policy_mode === 'allowlist') {
    return { agent_send_policy: 'restricted', restricted_by: 'mailbox_allowlist' };
  }
  if (row.agent_send_containment === 1) {
    return { agent_send_policy: 'restricted', restricted_by: 'agent_containment' };
  }
  return { agent_send_policy: 'open', restricted_by: null };
}

function parseJson(text: string | null) {
  return text === null ? null : JSON.parse(text);
}
