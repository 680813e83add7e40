import { isDeepStrictEqual } from 'node:util';
import type { Updateable } from 'kysely';
import type { BodyOf } from '../../../../shared/contract/endpoint.ts';
import type { updateMailbox as contract } from '../../../../shared/contract/mailbox-policies.ts';
import { type Loosening, looseningsOf, MAILBOX_RULES } from '../../../../shared/policies/loosening.ts';
import { templateColumns } from '../../../../shared/policies/presets.ts';
import { canonicalWindow } from '../../../../shared/policies/send-window.ts';
import type { MailboxesTable } from '../../../platform/store/schema.ts';
import { assertDisplayName } from '../display-name.ts';
import type { MailboxRow } from '../table.ts';
import { assertRedactionTypes, mergeScannerPolicy, paidScannerChanges } from './scanner-policy.ts';

export type UpdateMailboxBody = BodyOf<typeof contract>;
export type MailboxColumns = Updateable<MailboxesTable>;

/** Changes of a request. */
export interface UpdatePlan {
  /** Columns with a new value. */
  readonly columns: MailboxColumns;
  /** Fields of the request that need a paid plan. */
  readonly paid: readonly string[];
  /** Fields that loosen safety. */
  readonly loosened: readonly Loosening[];
}

/** Compares a request with a mailbox; refuses invalid values with 422. */
export function planUpdate(
  row: MailboxRow,
  body: UpdateMailboxBody,
  brandNames: readonly string[],
): UpdatePlan {
  const wanted = wantedColumns(row, body, brandNames);
  const changed = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && !isDeepStrictEqual(value, row[column as keyof MailboxRow]),
  );
  const columns = Object.fromEntries(changed) as MailboxColumns;
  return { columns, paid: paidFields(row, columns), loosened: loosenedFields(row, columns, body) };
}

/** Columns that a request names. */
function wantedColumns(
  row: MailboxRow,
  body: UpdateMailboxBody,
  brandNames: readonly string[],
): MailboxColumns {
  const { display_name: name, send_window: window } = body;
  return {
    ...(name !== undefined && { display_name: name === null ? null : assertDisplayName(name, brandNames) }),
    ...scanningColumns(row, body),
    ...(body.default_subaddress_mode && { default_subaddress_mode: body.default_subaddress_mode }),
    ...(body.pii_mode && { pii_mode: body.pii_mode }),
    ...(body.hitl_mode && { hitl_mode: body.hitl_mode }),
    ...(body.allow_thread_replies !== undefined && { allow_thread_replies: body.allow_thread_replies }),
    ...(body.agent_send_containment !== undefined && {
      agent_send_containment: body.agent_send_containment,
    }),
    ...(body.recipient_policy_mode && { recipient_policy_mode: body.recipient_policy_mode }),
    ...sendPolicyColumns(body.agent_send_policy),
    ...(body.apply_policy_mode && templateColumns(body.apply_policy_mode)),
    ...(body.agent_authoring_mode && { agent_authoring_mode: body.agent_authoring_mode }),
    ...(window !== undefined && { send_window: window && canonicalWindow(window) }),
    ...(body.approval_expiry && { approval_expiry: body.approval_expiry }),
    ...(body.participant_authentication && { participant_authentication: body.participant_authentication }),
    ...(body.agent_quarantine_access && { agent_quarantine_access: body.agent_quarantine_access }),
    ...(body.agent_release && { agent_release: body.agent_release }),
    ...(body.agent_entries && { agent_entries: body.agent_entries }),
    ...(body.automatic_replies && { automatic_replies: body.automatic_replies }),
    ...(body.agent_forwarding && { agent_forwarding: body.agent_forwarding }),
    ...(body.auto_submitted_replies !== undefined && {
      auto_submitted_replies: body.auto_submitted_replies,
    }),
    ...(body.copy_to !== undefined && { copy_to: body.copy_to }),
    ...(body.metadata !== undefined && { metadata: body.metadata }),
  };
}

/** `restricted` contains agents in either mode; `open` ends containment and the allowlist mode. */
function sendPolicyColumns(policy: UpdateMailboxBody['agent_send_policy']): MailboxColumns {
  switch (policy) {
    case 'restricted':
      return { agent_send_containment: true };
    case 'open':
      return { agent_send_containment: false, recipient_policy_mode: 'blocklist' };
    default:
      return {};
  }
}

function scanningColumns(row: MailboxRow, body: UpdateMailboxBody): MailboxColumns {
  const columns: MailboxColumns = {};
  if (body.scanner_policy !== undefined) {
    columns.scanner_policy = mergeScannerPolicy(row.scanner_policy, body.scanner_policy);
  }
  if (body.pii_redaction_config !== undefined) {
    assertRedactionTypes(body.pii_redaction_config);
    columns.pii_redaction_config = body.pii_redaction_config;
  }
  return columns;
}

function paidFields(row: MailboxRow, columns: MailboxColumns): string[] {
  const fields: string[] = [];
  if (columns.pii_mode === 'redacted') fields.push('pii_mode');
  if (columns.pii_redaction_config) fields.push('pii_redaction_config');
  if (columns.scanner_policy !== undefined) {
    const paid = paidScannerChanges(row.scanner_policy, columns.scanner_policy);
    fields.push(...paid.map((field) => `scanner_policy.${field}`));
  }
  return fields;
}

/** Names what the request loosens by its own fields. */
function loosenedFields(row: MailboxRow, columns: MailboxColumns, body: UpdateMailboxBody): Loosening[] {
  const named = looseningsOf(MAILBOX_RULES, row, columns as Partial<MailboxRow>).map(
    ({ field, by }): Loosening => {
      if (body.apply_policy_mode && OF_POLICY_MODES.has(field))
        return { field: 'apply_policy_mode', by: 'person' };
      return { field: body.agent_send_policy && OF_SEND_POLICY.has(field) ? 'agent_send_policy' : field, by };
    },
  );
  return [...new Map(named.map((each) => [each.field, each])).values()];
}

const OF_POLICY_MODES: ReadonlySet<string> = new Set(['agent_authoring_mode', 'hitl_mode']);
const OF_SEND_POLICY: ReadonlySet<string> = new Set(['agent_send_containment', 'recipient_policy_mode']);
