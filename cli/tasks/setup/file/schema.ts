import { z } from 'zod';
import { accountPolicyBody } from '../../../../shared/contract/account-policy.ts';
import { newConnection, tokenProgram } from '../../../../shared/contract/connections.ts';
import { networkMode, serverInput } from '../../../../shared/contract/domains.ts';
import { filled, subaddressInstance, timestampInput } from '../../../../shared/contract/fields.ts';
import { role } from '../../../../shared/contract/keys.ts';
import { LIMITS, MAILBOX_NAME, MAILBOX_PRESETS } from '../../../../shared/contract/limits.ts';
import { updateMailboxBody } from '../../../../shared/contract/mailbox-policies.ts';
import { exposureMode, policyMode } from '../../../../shared/contract/mailboxes.ts';
import { createNoticeBody } from '../../../../shared/contract/notices.ts';
import { piiRedactionConfig, scannerPolicy } from '../../../../shared/contract/scan.ts';
import {
  MACHINE_SETTINGS,
  SETTING_NAMES,
  SETTING_SCHEMAS,
  type SettingName,
} from '../../../../shared/contract/settings.ts';
import { NOTICE_FORMATS } from '../../../../shared/contract/values.ts';
import { createWebhookBody } from '../../../../shared/contract/webhooks.ts';

/** The setup file. Fields have the names and values of the API. */

/** A secret is never in the file. */
export const secretReference = z
  .union(
    [
      z.strictObject({ env: z.string().min(1).describe('Environment variable with the secret.') }),
      z.strictObject({ file: z.string().min(1).describe('File with the secret, relative to this one.') }),
    ],
    { error: 'must be a reference, as {env: NAME} or {file: PATH}: secrets are never in the file' },
  )
  .describe('Where the secret is: an environment variable or a file.');
export type SecretReference = z.output<typeof secretReference>;

/** Entries as written: here, or in a file of their own. */
export const listInFile = z
  .union(
    [z.array(z.string()), z.strictObject({ file: z.string().min(1), column: z.string().min(1).optional() })],
    { error: 'must be a list of addresses and @domains, or {file: PATH}' },
  )
  .describe('Addresses and @domains, or a file with them: one a line, CSV or JSON.');

const secretFile = z
  .string()
  .min(1)
  .optional()
  .describe('File that gets the secret when it is created. By default it is printed once.');

const {
  apply_policy_mode: _mode,
  agent_send_policy: _sends,
  force_empty: _force,
  confirm_open_human_sends: _confirm,
  reauth_token: _token,
  reauth_challenge: _challenge,
  ...policies
} = updateMailboxBody.shape;

/** Fields of `PATCH /v1/mailboxes/:id`. */
export const POLICY_FIELDS = Object.keys(policies) as (keyof typeof policies)[];

const addressSettings = z.strictObject({
  expires_at: timestampInput.nullable().optional(),
  note: filled(LIMITS.addressNoteCharacters).nullable().optional(),
});

const server = serverInput.extend({ password: secretReference });
const connectedServer = server
  .extend({ password: secretReference.optional(), token_program: tokenProgram.optional() })
  .refine(
    ({ password, token_program }) => (password === undefined) !== (token_program === undefined),
    'needs a password, or a token_program in place of it',
  );
const { since: _since, ...connectionShape } = newConnection.shape;
const connection = z
  .strictObject({
    ...connectionShape,
    imap: connectedServer.optional(),
    smtp: connectedServer.optional(),
  })
  .refine(({ imap, smtp }) => (imap === undefined) === (smtp === undefined), 'needs both servers, or none')
  .describe('Servers of a connected mailbox, whose address never changes.');

const mailboxShape = {
  preset: z.enum(MAILBOX_PRESETS).optional().describe('Policies that hold unless the mailbox names its own.'),
  domain: z
    .string()
    .min(1)
    .max(253)
    .nullable()
    .optional()
    .describe('Own domain of the mailbox, or null for the one of the service.'),
  connection: connection.optional(),
  self_hosted_imap_folder: z.string().min(1).max(500).optional().describe('IMAP folder of a new mailbox.'),
  ...policies,
  scanner_policy: scannerPolicy.nullable().optional(),
  pii_redaction_config: piiRedactionConfig.nullable().optional(),
  sender_policy_mode: policyMode.optional(),
  attachment_exposure_mode: exposureMode.optional(),
  outbound_attachments: z.boolean().optional().describe('Whether the mailbox may send attachments.'),
  instruction_trust: z.boolean().optional().describe('Whether agents may follow trusted sources.'),
  strict_recipient: z.boolean().optional().describe('Only the allowlist, while instruction trust is on.'),
  trusted_sources: z.array(z.email()).optional().describe('Senders that a person is asked to trust.'),
  addresses: z.record(subaddressInstance, addressSettings).optional().describe('Named addresses by tag.'),
};

const { request_headers: _headers, ...webhookShape } = createWebhookBody.shape;
const webhook = z.strictObject({
  ...webhookShape,
  request_headers: z.record(z.string(), secretReference).optional(),
  secret_file: secretFile,
});

const { format: _format, address, mailbox_ids: _mailboxes, ...noticeShape } = createNoticeBody.shape;
const noticeSettings = { mailboxes: z.array(z.string()).min(1).nullable().optional(), ...noticeShape };
const [, ...postedFormats] = NOTICE_FORMATS;
const notice = z.discriminatedUnion('format', [
  z.strictObject({
    format: z.literal('email'),
    address: address.describe('Default: the address of the account.'),
    ...noticeSettings,
  }),
  z.strictObject({
    format: z.enum(postedFormats),
    host: z.string().regex(/^https?:\/\/[^/]+$/, 'must be scheme and host, as https://hooks.slack.com'),
    address: secretReference.describe('The whole URL, which is a secret.'),
    ...noticeSettings,
  }),
]);

const domain = z.strictObject({
  default: z.literal(true).optional().describe('Domain of new mailboxes.'),
  catch_all: z.string().nullable().optional().describe('Mailbox for names that no mailbox has.'),
  self_hosted: z.strictObject({ network_mode: networkMode, smtp: server, imap: server }).optional(),
});

const key = z.strictObject({
  role,
  mailboxes: z.array(z.string()).min(1).optional(),
  secret_file: secretFile,
});

/** Settings with secrets, as the file has them. */
const referring = {
  'metrics.token': secretReference.nullable(),
  'mail.relay': z
    .strictObject({
      url: z.string(),
      username: z.string().min(1).optional(),
      password: secretReference.optional(),
      tls: z.enum(['verified', 'unverified', 'none']).optional(),
    })
    .nullable(),
  'sms.http': z.strictObject({ url: z.string(), authorization: secretReference.optional() }).nullable(),
} as const;

/** Fields of settings that are secrets; `null` for the whole value. */
export const SECRET_FIELDS: Readonly<Record<string, string | null>> = {
  'metrics.token': null,
  'mail.relay': 'password',
  'sms.http': 'authorization',
};

export const SERVICE_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => !MACHINE_SETTINGS.has(name),
);
const settings = z.strictObject(
  Object.fromEntries(
    SERVICE_SETTINGS.map((name) => {
      const schema = Object.hasOwn(referring, name)
        ? referring[name as keyof typeof referring].describe(SETTING_SCHEMAS[name].description ?? '')
        : SETTING_SCHEMAS[name];
      return [name, schema.optional()];
    }),
  ),
);

const account = z.strictObject({
  ...accountPolicyBody.pick({ custom_daily_send_limit: true, default_policy_mode: true }).shape,
  agent_delete_messages_enabled: z.boolean().optional(),
});

function setupOf<List extends z.ZodType>(list: List) {
  const entries = list.optional();
  const name = z.string().regex(MAILBOX_NAME, 'must be a mailbox name in lower case');
  const mailbox = z.strictObject({ ...mailboxShape, allowlist: entries, sender_allowlist: entries });
  return z.strictObject({
    $schema: z.string().optional().describe('Schema for editors.'),
    version: z.literal(1).describe('Version of this format.'),
    extends: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Files whose values hold unless this one has its own.'),
    account: account.optional(),
    settings: settings.optional().describe("Settings of the service; only the machine's owner may set them."),
    suppressions: entries.describe('Recipients that the account never writes to.'),
    blocked_senders: entries,
    domains: z.record(z.string(), domain).optional(),
    mailboxes: z.record(name, mailbox).optional(),
    keys: z.record(z.string().min(1).max(LIMITS.apiKeyLabelCharacters), key).optional(),
    webhooks: z.array(webhook).optional(),
    notices: z.array(notice).optional(),
  });
}

export const setupFile = setupOf(listInFile);
export type SetupFile = z.output<typeof setupFile>;

/** The same with the entries of all lists. */
export type Setup = z.output<ReturnType<typeof setupOf<z.ZodArray<z.ZodString>>>>;
export type MailboxSetup = NonNullable<Setup['mailboxes']>[string];
export type WebhookSetup = NonNullable<Setup['webhooks']>[number];
export type NoticeSetup = NonNullable<Setup['notices']>[number];
export type ConnectionSetup = NonNullable<MailboxSetup['connection']>;
export type DomainSetup = NonNullable<Setup['domains']>[string];
export type KeySetup = NonNullable<Setup['keys']>[string];
