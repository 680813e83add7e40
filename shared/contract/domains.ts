import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursor, mailboxReference, queryInteger, timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { DOMAIN_HEALTHS, DOMAIN_STATUSES, NETWORK_MODES } from './values.ts';

/** Customers' domains, to send from and receive at. See docs/decisions/domains.md. */

const TRANSPORT_MODES = ['managed', 'self_hosted'] as const;
const transportMode = z.enum(TRANSPORT_MODES);

/** Earlier clients name the managed transport after a provider. */
const requestedTransport = z
  .enum([...TRANSPORT_MODES, 'mailgun'])
  .transform((mode) => (mode === 'mailgun' ? 'managed' : mode));
export const networkMode = z.enum(NETWORK_MODES);
const verificationStatus = z.enum(['pending', 'verified', 'failed']);
export const domainStatus = z.enum(DOMAIN_STATUSES);
export const domainHealth = z.enum(DOMAIN_HEALTHS);

/** Checks before a domain counts as verified, in order. */
export const verificationGate = z.enum(['claim', 'dkim', 'smtp', 'imap']);

const host = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9.:-]+$/, 'must be a host name or an IP address');
export const endpointFields = {
  host,
  port: z.int().min(1).max(65_535),
  security: z.enum(['starttls', 'tls']),
  username: z.string().min(1).max(320),
};
/** A customer's server and its credentials. */
export const serverInput = z.strictObject({ ...endpointFields, password: z.string().min(1).max(1000) });

export const selfHostedInput = z.strictObject({
  network_mode: networkMode,
  smtp: serverInput,
  imap: serverInput,
});

export const serverView = z.object(endpointFields);
export const selfHostedView = z.object({
  network_mode: networkMode,
  smtp: serverView,
  imap: serverView,
});

export const dnsRecord = z.object({
  purpose: z.enum(['claim', 'dkim', 'spf', 'mx', 'dmarc']),
  type: z.enum(['TXT', 'MX']),
  name: z.string(),
  value: z.string(),
  /** Required for verification. */
  required: z.boolean(),
  status: z.enum(['pass', 'fail', 'error', 'unchecked']),
});
export type DnsRecord = z.output<typeof dnsRecord>;

export const domain = z.object({
  id: z.string(),
  domain_name: z.string(),
  domain_type: z.literal('custom'),
  transport_mode: transportMode,
  is_default: z.boolean(),
  verification_status: verificationStatus,
  status: domainStatus,
  health: domainHealth,
  dns_records_json: z.array(dnsRecord).nullable(),
  admin_review_status: z.null(),
  self_hosted_config: selfHostedView.nullable(),
  catch_all_mailbox_id: z.string().nullable(),
  created_at: timestamp,
  verified_at: timestamp.nullable(),
});

const probeResult = z.object({
  ok: z.boolean(),
  stage: z.enum(['lookup', 'connect', 'tls', 'login', 'ready']),
  reason: z.string().nullable(),
});

export const verification = z.object({
  verification_status: verificationStatus,
  dns_records_json: z.array(dnsRecord).nullable(),
  /** Null for a managed domain. */
  probe_results: z.object({ smtp: probeResult, imap: probeResult }).nullable(),
  failed_gate: verificationGate.nullable(),
  failure_reason: z.string().nullable(),
  message: z.string(),
});

const params = z.strictObject({ id: uuid });

export const createDomain = endpoint({
  id: 'domains.create',
  method: 'POST',
  path: '/v1/domains',
  summary: 'Add a domain and return the DNS records to publish.',
  who: 'admin',
  effects: ['mutating'],
  body: z
    .strictObject({
      domain: z.string().min(1).max(253),
      transport_mode: requestedTransport.optional(),
      self_hosted_config: selfHostedInput.optional(),
    })
    .refine((body) => (body.transport_mode === 'self_hosted') === (body.self_hosted_config !== undefined), {
      message: 'is required when transport_mode is self_hosted, and not allowed otherwise',
      path: ['self_hosted_config'],
    }),
  replies: {
    201: domain.extend({ domain_id: z.string(), claim_token: z.string(), message: z.string() }),
  },
  errors: ['CONFLICT', 'TIER_LIMIT'],
  extension: true,
});

export const listDomains = endpoint({
  id: 'domains.list',
  method: 'GET',
  path: '/v1/domains',
  summary: "List the account's domains in the order in which they were added.",
  who: 'admin',
  effects: ['read-only'],
  replies: { 200: z.object({ domains: z.array(domain) }) },
  errors: [],
  extension: true,
});

export const getDomain = endpoint({
  id: 'domains.get',
  method: 'GET',
  path: '/v1/domains/:id',
  summary: 'Show a domain with its DNS records.',
  who: 'admin',
  effects: ['read-only'],
  params,
  replies: { 200: domain },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const verifyDomain = endpoint({
  id: 'domains.verify',
  method: 'POST',
  path: '/v1/domains/:id/verify',
  summary: 'Verify a domain: check its DNS records and, if it is self-hosted, sign in to its servers.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: { 200: verification },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const recheckDomain = endpoint({
  id: 'domains.self_hosted_recheck',
  method: 'POST',
  path: '/v1/domains/:id/self-hosted-recheck',
  summary: 'Sign in to the servers of a self-hosted domain again.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: { 200: verification },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

const serverChange = serverInput.partial();

export const updateSelfHosted = endpoint({
  id: 'domains.self_hosted_config',
  method: 'PATCH',
  path: '/v1/domains/:id/self-hosted-config',
  summary: "Update the servers and logins of a self-hosted domain. Omitted fields don't change.",
  who: 'admin',
  effects: ['mutating'],
  params,
  body: z.strictObject({
    network_mode: networkMode.optional(),
    smtp: serverChange.optional(),
    imap: serverChange.optional(),
  }),
  replies: { 200: domain },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

export const setDefaultDomain = endpoint({
  id: 'domains.set_default',
  method: 'PATCH',
  path: '/v1/domains/:id/set-default',
  summary: 'Make a domain the default for new mailboxes.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: { 200: domain },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

export const setCatchAll = endpoint({
  id: 'domains.catch_all',
  method: 'PATCH',
  path: '/v1/domains/:id/catch-all',
  summary: 'Choose the mailbox that gets mail to names of the domain that no mailbox has; null for none.',
  who: 'admin',
  effects: ['mutating'],
  params,
  body: z.strictObject({ mailbox: mailboxReference.nullable() }),
  replies: { 200: domain },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

export const deleteDomain = endpoint({
  id: 'domains.delete',
  method: 'DELETE',
  path: '/v1/domains/:id',
  summary: 'Remove a domain. Its mailboxes must be deleted first.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: { 200: z.object({ status: z.literal('deleted') }) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

export const operatorListDomains = endpoint({
  id: 'operator.domains.list',
  method: 'GET',
  path: '/operator/v1/domains',
  summary: 'List the domains of all accounts, newest first.',
  who: 'operator',
  effects: ['read-only'],
  query: z.strictObject({
    account: z.string().min(1).max(320).optional(),
    limit: queryInteger(1, LIMITS.listPage.max).optional(),
    cursor: cursor.optional(),
  }),
  replies: {
    200: z.object({
      domains: z.array(domain.extend({ account_id: z.string() })),
      next_cursor: z.string().nullable(),
    }),
  },
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
});

export const operatorUpdateDomain = endpoint({
  id: 'operator.domains.update',
  method: 'PATCH',
  path: '/operator/v1/domains/:id',
  summary: 'Suspend a domain, or set its verification and health by hand.',
  who: 'operator',
  effects: ['mutating'],
  params,
  body: z.strictObject({
    status: domainStatus.optional(),
    health: domainHealth.optional(),
    verified: z.boolean().optional(),
  }),
  replies: { 200: domain.extend({ account_id: z.string() }) },
  errors: ['NOT_FOUND', 'CONFLICT'],
});
