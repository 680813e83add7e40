import { z } from 'zod';
import { connectionState, newConnection } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { mailboxReference, timestamp } from './fields.ts';
import {
  AGENT_ENTRIES,
  AGENT_RELEASE,
  LIMITS,
  MAILBOX_PRESETS,
  PARTICIPANT_AUTHENTICATION,
  QUARANTINE_ACCESS,
} from './limits.ts';
import { metadata, storedMetadata } from './metadata.ts';
import { piiRedactionConfig, scannerPolicy, scannerPolicyInput } from './scan.ts';
import {
  AGENT_FORWARDING,
  AGENT_SEND_POLICIES,
  APPROVAL_EXPIRIES,
  AUTHORING_MODES,
  AUTOMATIC_REPLIES,
  EXPOSURE_MODES,
  FILE_FAMILIES,
  HITL_MODES,
  LIST_MODES,
  PII_MODES,
  SUBADDRESS_MODES,
} from './values.ts';

export const policyMode = z.enum(LIST_MODES);
export const hitlMode = z.enum(HITL_MODES);
export const fileFamily = z.enum(FILE_FAMILIES);
export const subaddressMode = z.enum(SUBADDRESS_MODES);

export const authoringMode = z.enum(AUTHORING_MODES);
export const agentSendPolicy = z.enum(AGENT_SEND_POLICIES);
export const restrictedBy = z.enum(['mailbox_allowlist', 'agent_containment']);
export const approvalExpiry = z.enum(APPROVAL_EXPIRIES);
export const exposureMode = z.enum(EXPOSURE_MODES);

export const participantAuthentication = z.enum(PARTICIPANT_AUTHENTICATION).meta({
  description:
    'Whose mail exempts agents from containment, from the allowlist in a thread, and from the review of first ' +
    'contact: any sender, or only one whose From address is authenticated (`verified_aligned`).',
});
export const quarantineAccess = z.enum(QUARANTINE_ACCESS).meta({
  description:
    'Parts of inbound mail that is not `available` that agent keys can read: all, or metadata without subject, body, ' +
    'attachment names and attachment text.',
});

export const agentRelease = z
  .enum(AGENT_RELEASE)
  .meta({ description: 'Whether agent keys can release mail that the scan alone held.' });
export const agentEntries = z
  .enum(AGENT_ENTRIES)
  .meta({ description: 'Suppressions by agent keys: any, or a few addresses a day.' });
export const automaticReplies = z.enum(AUTOMATIC_REPLIES).meta({
  description:
    'Automatic mail that agents may answer: none, `list` and `bulk`, or all kinds. At most ' +
    `${LIMITS.recipientLoop.toAutomatic} answers an hour go to one address.`,
});
export const agentForwarding = z.enum(AGENT_FORWARDING).meta({
  description:
    'Whether agents may forward mail of this mailbox: `off`, `review` (a person approves each one), or `on`, as they ' +
    'may send.',
});
export const autoSubmittedReplies = z.boolean().meta({
  description:
    'Whether replies that agents send by themselves carry `Auto-Submitted: auto-replied`. Fresh mail of agents ' +
    'always carries `auto-generated`.',
});

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

function isTimeZone(name: string): boolean {
  // Intl accepts offsets, but they aren't IANA zones.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM');

/**
 * When agents may send. A window whose `end` is before its `start` runs past midnight and belongs to the day
 * on which it starts.
 */
export const sendWindow = z
  .strictObject({
    timezone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be an IANA time zone')
      .meta({ description: 'IANA time zone, stored under its canonical name.' }),
    days: z
      .array(z.enum(WEEKDAYS))
      .refine((days) => new Set(days).size === days.length, 'must not list a day twice')
      .meta({ description: 'Days on which the window opens. If empty, it never opens.' }),
    start: timeOfDay,
    end: timeOfDay,
    outside_action: z.enum(['require_approval', 'block']),
  })
  .refine(({ start, end }) => start !== end, { path: ['end'], message: 'must differ from start' });
export type SendWindow = z.output<typeof sendWindow>;

const acceptedVersion = z.string().nullable().optional();
const acceptedAt = timestamp.nullable().optional();

/** Fields for sessions only. */
const sessionOnly = {
  attachment_access_enabled: z.boolean().optional(),
  attachment_disclaimer_accepted_version: acceptedVersion,
  attachment_disclaimer_accepted_at: acceptedAt,
  image_risk_accepted_version: acceptedVersion,
  image_risk_accepted_at: acceptedAt,
  image_raw_download_confirmed: z.boolean().optional(),
  attachment_reauth_at: acceptedAt,
  attachment_policy_version: z.int().optional(),
  current_disclaimer_version: z.string().optional(),
  current_image_risk_version: z.string().optional(),
  legacy_wildcard_active: z.literal(false).optional(),
};

export const mailbox = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string().nullable(),
  effective_from_display: z.string(),
  address: z.string(),
  status: z.enum(['active', 'paused', 'deleted']),
  domain_id: z.string().nullable(),
  scanner_policy: scannerPolicy.nullable(),
  pii_mode: z.enum(PII_MODES),
  pii_redaction_config: piiRedactionConfig.nullable(),
  attachment_exposure_mode: exposureMode,
  attachment_allowed_file_families: z.array(fileFamily),
  outbound_attachments: z.object({
    enabled: z.boolean(),
    disclaimer_accepted_version: acceptedVersion,
    disclaimer_accepted_at: acceptedAt,
    image_risk_accepted_version: acceptedVersion,
    image_risk_accepted_at: acceptedAt,
    current_disclaimer_version: z.string().optional(),
    current_image_risk_version: z.string().optional(),
  }),
  default_subaddress_mode: subaddressMode,
  recipient_policy_mode: policyMode,
  sender_policy_mode: policyMode,
  hitl_mode: hitlMode,
  allow_thread_replies: z.boolean(),
  agent_send_policy: agentSendPolicy,
  restricted_by: restrictedBy.nullable(),
  agent_send_containment: z.boolean(),
  agent_authoring_mode: authoringMode,
  send_window: sendWindow.nullable(),
  approval_expiry: approvalExpiry,
  participant_authentication: participantAuthentication,
  agent_quarantine_access: quarantineAccess,
  agent_release: agentRelease,
  agent_entries: agentEntries,
  automatic_replies: automaticReplies,
  agent_forwarding: agentForwarding,
  auto_submitted_replies: autoSubmittedReplies,
  /** Absent without any. */
  metadata: storedMetadata.optional(),
  instruction_trust_mode: z.enum(['enabled', 'disabled']),
  instruction_trust_strict_recipient: z.boolean(),
  continuity: z.boolean(),
  created_at: timestamp,
  /** Absent unless the mailbox is connected to another server. */
  connection_state: connectionState.optional(),
  /** For admins only. */
  copy_to: z.string().nullable().optional(),
  ...sessionOnly,
});
export type MailboxView = z.output<typeof mailbox>;

/** Raw input. Problems after normalisation are 422. */
export const displayNameInput = z
  .string()
  .refine(
    (name) => [...name].length <= LIMITS.displayNameRawCharacters,
    `must have at most ${LIMITS.displayNameRawCharacters} characters`,
  );

const createMailboxBody = z.strictObject({
  metadata: metadata.optional(),
  name: z.string(),
  display_name: displayNameInput.nullable().optional(),
  domain_id: z.string().min(1).max(253).nullable().optional(),
  self_hosted_imap_folder: z.string().min(1).max(500).optional(),
  connection: newConnection.optional().meta({
    description:
      'Connect a mailbox of another server: its address, whose mail is read from IMAP and leaves by SMTP. Both ' +
      'log-ins must work.',
  }),
  preset: z
    .enum(MAILBOX_PRESETS)
    .optional()
    .meta({
      description:
        'Policies to apply in the same transaction. `guarded`: review of everything that agents send, allowlisted ' +
        'recipients only, authenticated participants, no text of quarantined mail for agents, no release, ' +
        'no forwarding by agents, strict entries. `open`: authenticated participants, no release by agents.',
    }),
  participant_authentication: participantAuthentication.optional(),
  agent_quarantine_access: quarantineAccess.optional(),
  agent_release: agentRelease.optional(),
  agent_entries: agentEntries.optional(),
  scanner_policy: scannerPolicyInput.pick({ language_mode: true }).optional().meta({
    description: 'The language mode. Default: the setting `scanning.languages`, English only unless changed.',
  }),
});

export const mailboxParams = z.strictObject({ id: mailboxReference });

export const createMailbox = endpoint({
  id: 'mailboxes.create',
  method: 'POST',
  path: '/v1/mailboxes',
  summary: 'Create a mailbox with its own address.',
  who: 'admin',
  effects: ['mutating'],
  body: createMailboxBody,
  replies: {
    201: mailbox
      .pick({
        id: true,
        name: true,
        display_name: true,
        effective_from_display: true,
        address: true,
      })
      .extend({
        scanner_policy: scannerPolicy.optional().meta({ description: 'Absent if the defaults apply.' }),
      }),
  },
  errors: [
    'INVALID_NAME',
    'CONFLICT',
    'DISPLAY_NAME_INVALID',
    'TIER_LIMIT',
    'NOT_FOUND',
    'DOMAIN_PROVISIONING_PENDING',
    'DOMAIN_PROVISIONING_FAILED',
    'PLATFORM_DOMAIN_NOT_TARGETABLE',
    'IMAP_FOLDER_REQUIRED',
    'IMAP_FOLDER_NOT_FOUND',
    'SELF_HOSTED_PROBE_FAILED',
    'FOLDER_ALREADY_CLAIMED',
  ],
});

export const listMailboxes = endpoint({
  id: 'mailboxes.list',
  method: 'GET',
  path: '/v1/mailboxes',
  summary: "List the account's mailboxes. An agent key sees those that it is bound to.",
  who: 'any',
  effects: ['read-only'],
  replies: { 200: z.object({ mailboxes: z.array(mailbox) }) },
  errors: [],
});

export const getMailbox = endpoint({
  id: 'mailboxes.get',
  method: 'GET',
  path: '/v1/mailboxes/:id',
  summary: 'Show a mailbox with its policies.',
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
  summary: 'Delete a mailbox. It stops receiving mail; its messages can still be read by ID.',
  who: 'admin',
  effects: ['mutating'],
  params: mailboxParams,
  replies: { 200: z.object({ status: z.literal('deleted') }) },
  errors: ['NOT_FOUND'],
});
