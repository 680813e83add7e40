import { z } from 'zod';
import { UNPROVEN_EXEMPTIONS } from '../unproven-exemptions.ts';
import { endpoint } from './endpoint.ts';
import { timestampInput, uuid } from './fields.ts';
import {
  agentEntries,
  agentForwarding,
  agentRelease,
  agentSendPolicy,
  approvalExpiry,
  authoringMode,
  automaticReplies,
  autoSubmittedReplies,
  displayNameInput,
  exposureMode,
  fileFamily,
  hitlMode,
  mailbox,
  mailboxParams,
  participantAuthentication,
  policyMode,
  quarantineAccess,
  restrictedBy,
  sendWindow,
  subaddressMode,
} from './mailboxes.ts';
import { emailEffect } from './messages.ts';
import { metadata } from './metadata.ts';
import { REAUTH_ERRORS, reauthFields } from './reauth.ts';
import { PII_OPERATORS, PII_VISIBILITIES, scannerPolicyInput } from './scan.ts';
import { bodyText, copyFields, forwardFields, subjectText, toField } from './sending.ts';
import { PII_MODES, POLICY_MODES, PREVIEW_ORIGINS, RECIPIENT_ROLES } from './values.ts';

/** Policies of a mailbox for its agents and attachments. See docs/decisions/mailboxes.md. */

export const mailboxPolicyMode = z.enum(POLICY_MODES);
export type MailboxPolicyMode = z.output<typeof mailboxPolicyMode>;

/** Current versions of the notices that a person accepts. */
export const CURRENT_VERSIONS = {
  attachment_disclaimer: 'v1',
  image_risk: 'v1',
  residual_risk: 'v1',
} as const;

/** Names are checked later: an unknown one is 422, not a field problem. */
const piiRedactionInput = z.record(
  z.string(),
  z.strictObject({
    visibility: z.enum(PII_VISIBILITIES).optional(),
    operator: z.enum(PII_OPERATORS).optional(),
  }),
);

export const updateMailboxBody = z.strictObject({
  display_name: displayNameInput.nullable().optional(),
  default_subaddress_mode: subaddressMode.optional(),
  scanner_policy: scannerPolicyInput.nullable().optional(),
  pii_mode: z.enum(PII_MODES).optional(),
  pii_redaction_config: piiRedactionInput.nullable().optional(),
  hitl_mode: hitlMode.optional(),
  allow_thread_replies: z.boolean().optional(),
  agent_send_policy: agentSendPolicy.optional(),
  agent_send_containment: z.boolean().optional(),
  recipient_policy_mode: policyMode.optional(),
  force_empty: z.boolean().optional(),
  apply_policy_mode: mailboxPolicyMode.optional(),
  agent_authoring_mode: authoringMode.optional(),
  send_window: sendWindow.nullable().optional(),
  approval_expiry: approvalExpiry.optional(),
  participant_authentication: participantAuthentication.optional(),
  agent_quarantine_access: quarantineAccess.optional(),
  agent_release: agentRelease.optional(),
  agent_entries: agentEntries.optional(),
  automatic_replies: automaticReplies.optional(),
  agent_forwarding: agentForwarding.optional(),
  auto_submitted_replies: autoSubmittedReplies.optional(),
  metadata: metadata.nullable().optional(),
  copy_to: z.email().max(254).nullable().optional(),
  confirm_open_human_sends: z.unknown().optional().meta({ deprecated: true, description: 'Ignored.' }),
  ...reauthFields,
});

export const updateMailbox = endpoint({
  id: 'mailboxes.update',
  method: 'PATCH',
  path: '/v1/mailboxes/:id',
  summary: 'Update a mailbox and its policies in one transaction.',
  who: 'admin',
  effects: ['mutating'],
  params: mailboxParams,
  body: updateMailboxBody,
  unprocessable: true,
  replies: { 200: mailbox },
  errors: [
    'NOT_FOUND',
    'AMBIGUOUS_POLICY_MODE_APPLICATION',
    'ALLOWLIST_EMPTY',
    'DISPLAY_NAME_INVALID',
    'TIER_LIMIT',
    ...REAUTH_ERRORS,
  ],
});

export const AGENT_VERBS = ['send', 'reply', 'draft_create', 'draft_update', 'draft_send'] as const;

export const mailboxPolicy = z.object({
  mailbox_id: z.string(),
  policy_mode: z.enum([...POLICY_MODES, 'custom']),
  enforcement: z.object({ risky_only: z.literal('enforce'), send_window: z.literal('enforce') }),
  last_applied_policy_mode: mailboxPolicyMode.nullable(),
  agent_authoring_mode: authoringMode,
  agent_send_policy: agentSendPolicy,
  restricted_by: restrictedBy.nullable(),
  hitl_mode: hitlMode,
  approval_expiry: approvalExpiry,
  send_window: sendWindow.nullable(),
  allow_thread_replies: z.boolean(),
  recipient_policy_mode: policyMode,
  participant_authentication: participantAuthentication,
  agent_quarantine_access: quarantineAccess,
  agent_release: agentRelease,
  agent_entries: agentEntries,
  automatic_replies: automaticReplies,
  agent_forwarding: agentForwarding,
  auto_submitted_replies: autoSubmittedReplies,
  latest_revision_id: z.string().nullable(),
  binding: z.object({ scope: z.enum(['admin', 'agent']), permitted_verbs: z.array(z.enum(AGENT_VERBS)) }),
});

export const getMailboxPolicy = endpoint({
  id: 'mailboxes.policy',
  method: 'GET',
  path: '/v1/mailboxes/:id/policy',
  summary: "Show the effective policies of a mailbox, and the caller's permissions in it.",
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  params: mailboxParams,
  replies: { 200: mailboxPolicy },
  errors: ['NOT_FOUND'],
  extension: true,
});

/** Entries of a trace; each covers several gates. */
const TRACE_GATES = [
  'authoring',
  'recipient_authority',
  'send_window',
  'content_scan',
  'human_review',
  'send_budget',
] as const;
const traceGate = z.enum(TRACE_GATES);
export type TraceGate = z.output<typeof traceGate>;

const traceEntry = z.object({
  gate: traceGate,
  outcome: z.enum(['pass', 'would_hold', 'would_block', 'not_run', 'skipped']),
  /** A sentence, whatever the outcome. */
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type TraceEntry = z.output<typeof traceEntry>;

/** A rule for agents that forged mail bypasses, because participants needn't be authenticated. */
const policyWarning = z.object({
  code: z.enum(UNPROVEN_EXEMPTIONS),
  message: z.string(),
  remedy: z.string(),
});

const recipientTrace = z.object({
  address: z.string(),
  name: z.string().nullable(),
  role: z.enum(RECIPIENT_ROLES),
  first_contact: z.boolean(),
  trace: z.array(traceEntry),
});

export const policyPreview = z.object({
  mailbox_id: z.string(),
  result: z.enum(['passes_all_checks_run', 'would_hold', 'would_block']),
  result_summary: z.string(),
  content_scan_run: z.boolean(),
  /** The `email_effect` of such a send. */
  email_effect: emailEffect,
  trace: z.array(traceEntry),
  /** Of a message to several, what the rules say about each recipient. */
  recipients: z.array(recipientTrace).optional(),
  /** About the mailbox, not about this send. */
  warnings: z.array(policyWarning),
  budget: z.object({ limit: z.int(), remaining: z.int(), warmup_applied: z.boolean() }),
});
export type PolicyPreview = z.output<typeof policyPreview>;

export const previewPolicy = endpoint({
  id: 'mailboxes.policy.preview',
  method: 'POST',
  path: '/v1/mailboxes/:id/policy/preview',
  summary: 'Check whether a send would be allowed, without sending, storing or charging anything.',
  who: 'admin',
  effects: ['read-only'],
  params: mailboxParams,
  body: z.strictObject({
    to: toField,
    ...copyFields,
    subject: subjectText.optional(),
    body: bodyText.optional(),
    /** The message would forward this one of the mailbox; `body` then has the own words. */
    forward_message_id: uuid.optional(),
    ...forwardFields,
    at_time: timestampInput.optional(),
    run_content_scan: z.boolean().optional(),
    origin: z.enum(PREVIEW_ORIGINS).optional(),
  }),
  replies: { 200: policyPreview },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

const attachmentAccess = z.object({
  mailbox_id: z.string(),
  mode: exposureMode,
  allowed_file_families: z.array(fileFamily),
  current_disclaimer_version: z.string().optional(),
  current_image_risk_version: z.string().optional(),
  attachment_policy_version: z.int().optional(),
  legacy_wildcard_active: z.literal(false).optional(),
});

const acceptedVersionInput = z.string().max(100).optional();

export const setAttachmentAccess = endpoint({
  id: 'mailboxes.attachment-access',
  method: 'POST',
  path: '/v1/mailboxes/:id/attachment-access',
  summary:
    "Choose how keys may read a mailbox's attachments. Only a signed-in person can allow raw downloads.",
  who: 'admin',
  effects: ['mutating'],
  params: mailboxParams,
  body: z.strictObject({
    mode: exposureMode.optional(),
    enable: z
      .boolean()
      .optional()
      .meta({ deprecated: true, description: 'Only false is accepted, which turns it off.' }),
    allowed_file_families: z.array(z.string().max(100)).max(20).optional(),
    accept_disclaimer_version: acceptedVersionInput,
    accept_image_risk_version: acceptedVersionInput,
    expected_policy_version: z.int().min(0).optional(),
    ...reauthFields,
  }),
  replies: { 200: attachmentAccess },
  errors: [
    'NOT_FOUND',
    'LEGACY_ENABLE_DEPRECATED',
    'INVALID_FILE_FAMILY',
    'INVALID_FILE_FAMILY_WILDCARD',
    'EMPTY_ALLOWED_FILE_FAMILIES',
    'TIER_LIMIT',
    'ATTACHMENT_ACCESS_INELIGIBLE',
    'DISCLAIMER_REQUIRED',
    'DISCLAIMER_VERSION_MISMATCH',
    'ATTACHMENT_POLICY_CONFLICT',
    ...REAUTH_ERRORS,
  ],
});

export const setOutboundAttachments = endpoint({
  id: 'mailboxes.outbound-attachments',
  method: 'POST',
  path: '/v1/mailboxes/:id/outbound-attachments',
  summary: 'Choose whether a mailbox may send attachments. Only a signed-in person can allow it.',
  who: 'any',
  effects: ['mutating'],
  params: mailboxParams,
  body: z.strictObject({
    enabled: z.boolean(),
    accept_disclaimer_version: acceptedVersionInput,
    accept_image_risk_version: acceptedVersionInput,
    ...reauthFields,
  }),
  replies: {
    200: z.object({
      mailbox_id: z.string(),
      outbound_attachments_enabled: z.boolean(),
      disclaimer_accepted_version: z.string().nullable(),
      disclaimer_accepted_at: z.string().nullable(),
      image_risk_accepted_version: z.string().nullable(),
      image_risk_accepted_at: z.string().nullable(),
    }),
  },
  errors: [
    'NOT_FOUND',
    'INSUFFICIENT_SCOPE',
    'OUTBOUND_ATTACHMENTS_INELIGIBLE',
    'DISCLAIMER_REQUIRED',
    'DISCLAIMER_VERSION_MISMATCH',
    ...REAUTH_ERRORS,
  ],
});
