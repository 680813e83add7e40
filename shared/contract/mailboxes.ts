import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailboxReference, timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';
import { piiRedactionConfig, scannerPolicy } from './scan.ts';

export const policyMode = z.enum(['blocklist', 'allowlist']);
export const hitlMode = z.enum(['disabled', 'risky_only', 'all_outbound']);
export const fileFamily = z.enum(['pdf', 'text', 'csv', 'image']);
export const subaddressMode = z.enum(['reply_to', 'from', 'none']);

export const mailbox = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string().nullable(),
  effective_from_display: z.string(),
  address: z.string(),
  status: z.enum(['active', 'paused', 'deleted']),
  domain_id: z.string().nullable(),
  scanner_policy: scannerPolicy.nullable(),
  pii_mode: z.enum(['passthrough', 'redacted']),
  pii_redaction_config: piiRedactionConfig.nullable(),
  attachment_exposure_mode: z.enum(['metadata_only', 'derived_content', 'raw_download_selected_types']),
  attachment_allowed_file_families: z.array(fileFamily),
  outbound_attachments: z.object({ enabled: z.boolean() }),
  default_subaddress_mode: subaddressMode,
  recipient_policy_mode: policyMode,
  sender_policy_mode: policyMode,
  hitl_mode: hitlMode,
  allow_thread_replies: z.boolean(),
  agent_send_policy: z.enum(['restricted', 'open']),
  restricted_by: z.enum(['mailbox_allowlist', 'agent_containment']).nullable(),
  agent_send_containment: z.boolean(),
  agent_authoring_mode: z.enum(['read_only', 'draft_only', 'send_and_draft']),
  send_window: z.record(z.string(), z.unknown()).nullable(),
  approval_expiry: z.enum(['24h', '72h', '7d', 'never']),
  instruction_trust_mode: z.enum(['enabled', 'disabled']),
  instruction_trust_strict_recipient: z.boolean(),
  continuity: z.boolean(),
  created_at: timestamp,
});

export const createMailboxBody = z.strictObject({
  name: z.string(),
  display_name: z.string().max(LIMITS.displayNameRawCharacters).nullable().optional(),
});

const mailboxParams = z.strictObject({ id: mailboxReference });

export const createMailbox = endpoint({
  id: 'mailboxes.create',
  method: 'POST',
  path: '/v1/mailboxes',
  summary: 'Makes a mailbox with an address of its own.',
  who: 'admin',
  effects: ['mutating'],
  body: createMailboxBody,
  replies: {
    201: mailbox.pick({
      id: true,
      name: true,
      display_name: true,
      effective_from_display: true,
      address: true,
    }),
  },
  errors: ['INVALID_NAME', 'CONFLICT', 'DISPLAY_NAME_INVALID', 'TIER_LIMIT'],
});

export const listMailboxes = endpoint({
  id: 'mailboxes.list',
  method: 'GET',
  path: '/v1/mailboxes',
  summary: 'Mailboxes of the account; an agent key sees those that it is bound to.',
  who: 'any',
  effects: ['read-only'],
  replies: { 200: z.object({ mailboxes: z.array(mailbox) }) },
  errors: [],
});

export const getMailbox = endpoint({
  id: 'mailboxes.get',
  method: 'GET',
  path: '/v1/mailboxes/:id',
  summary: 'One mailbox with its policies.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  params: mailboxParams,
  replies: { 200: mailbox },
  errors: ['NOT_FOUND'],
});

export const deleteMailbox = endpoint({
  id: 'mailboxes.delete',
  method: 'DELETE',
  path: '/v1/mailboxes/:id',
  summary: 'Deletes a mailbox: it stops taking mail, its messages stay readable by id.',
  who: 'admin',
  effects: ['mutating'],
  params: mailboxParams,
  replies: { 200: z.object({ status: z.literal('deleted') }) },
  errors: ['NOT_FOUND'],
});
