import { z } from 'zod';
import { accountStatus, tier, unlimitedPlan } from './accounts.ts';
import { daemonCheck } from './checks.ts';
import { endpoint } from './endpoint.ts';
import { cursor, queryInteger, queryText, timestamp, timestampInput, uuid } from './fields.ts';
import { LIMITS, PLANS } from './limits.ts';
import { passwordText } from './sessions.ts';
import { phoneText } from './signup.ts';
import { DOMAIN_HEALTHS, DOMAIN_STATUSES, OUTBOX_KINDS, OUTBOX_PURPOSES } from './values.ts';
import { warmup } from './warmup.ts';

/** The operator's surface: loopback only, with the token of the home folder. */

/** An account in a path: its UUID or its email. */
export const accountParams = z.strictObject({ id: z.string().min(1).max(320) });

export const operatorAccount = z.object({
  account_id: z.string(),
  email: z.string(),
  status: accountStatus,
  tier,
  /** Absent from daemons of earlier versions: up works with one that still runs. */
  plan: z.enum(PLANS).optional(),
  email_verified: z.boolean(),
  phone_verified: z.boolean(),
  trial_started_at: timestamp.nullable(),
  trial_sends_used: z.int(),
  clean_history: z.boolean(),
  billing_exempt: z.boolean(),
  warmup: warmup.nullable(),
  storage_limit_bytes: z.int().nullable(),
  platform_domain: z.object({
    status: z.enum(DOMAIN_STATUSES),
    health: z.enum(DOMAIN_HEALTHS),
  }),
  legal_hold: z.boolean(),
  created_at: timestamp,
  /** Only for a deleted account: the end of the period in which it can be restored. */
  restorable_until: timestamp.optional(),
});

export const outboxPurpose = z.enum(OUTBOX_PURPOSES);

export const outboxItem = z.object({
  id: z.string(),
  kind: z.enum(OUTBOX_KINDS),
  at: timestamp,
  to: z.string(),
  from: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  raw_url: z.string().nullable(),
  account_id: z.string().nullable(),
  message_id: z.string().nullable(),
  purpose: outboxPurpose,
});
export type OutboxItem = z.output<typeof outboxItem>;

export const clockState = z.object({ now: timestamp, test_clock: z.boolean() });

/** A tier, or `unlimited`: the tier `pro` without its ceilings. */
export const planInput = z.enum(PLANS);
export function namesOnePlan(body: { readonly tier?: unknown; readonly plan?: unknown }): boolean {
  return body.tier === undefined || body.plan === undefined;
}
export const ONE_PLAN = { path: ['plan'], message: 'must not be combined with tier' };

export const operatorCreateAccount = endpoint({
  id: 'operator.accounts.create',
  method: 'POST',
  path: '/operator/v1/accounts',
  summary: 'Create an account with its first admin key.',
  who: 'operator',
  effects: ['mutating', 'secret-revealing'],
  body: z
    .strictObject({
      email: z.string(),
      password: passwordText.optional(),
      tier: tier.optional(),
      plan: planInput.optional(),
      /** False makes it wait for the codes of a sign-up. */
      verified: z.boolean().optional(),
      phone_number: phoneText.optional(),
    })
    .refine(namesOnePlan, ONE_PLAN),
  replies: {
    201: z.object({
      account_id: z.string(),
      email: z.string(),
      tier,
      plan: unlimitedPlan,
      api_key: z.string(),
    }),
  },
  errors: ['CONFLICT', 'VALIDATION_ERROR', 'PHONE_COUNTRY_NOT_SUPPORTED'],
});

export const operatorListAccounts = endpoint({
  id: 'operator.accounts.list',
  method: 'GET',
  path: '/operator/v1/accounts',
  summary: 'List all accounts, newest first.',
  who: 'operator',
  effects: ['read-only'],
  query: z.strictObject({
    limit: queryInteger(1, LIMITS.listPage.max).optional(),
    cursor: cursor.optional(),
  }),
  replies: {
    200: z.object({
      accounts: z.array(operatorAccount),
      next_cursor: z.string().nullable(),
    }),
  },
  errors: ['INVALID_CURSOR'],
});

export const operatorGetAccount = endpoint({
  id: 'operator.accounts.get',
  method: 'GET',
  path: '/operator/v1/accounts/:id',
  summary: 'Show an account by ID or email.',
  who: 'operator',
  effects: ['read-only'],
  params: accountParams,
  replies: { 200: operatorAccount },
  errors: ['NOT_FOUND'],
});

export const operatorSetPassword = endpoint({
  id: 'operator.accounts.password',
  method: 'PUT',
  path: '/operator/v1/accounts/:id/password',
  summary: "Set an account's password and end its sessions.",
  who: 'operator',
  effects: ['mutating'],
  params: accountParams,
  body: z.strictObject({ password: passwordText }),
  replies: { 200: z.object({ status: z.literal('changed') }) },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const listOutbox = endpoint({
  id: 'operator.outbox.list',
  method: 'GET',
  path: '/operator/v1/outbox',
  summary: 'List the mail and text messages in the outbox, newest first.',
  who: 'operator',
  effects: ['read-only'],
  query: z.strictObject({
    to: queryText.optional(),
    kind: z.enum(OUTBOX_KINDS).optional(),
    since: timestampInput.optional(),
    purpose: outboxPurpose.optional(),
    account: queryText.optional(),
    limit: queryInteger(1, LIMITS.outboxPage.max).optional(),
    cursor: cursor.optional(),
  }),
  replies: {
    200: z.object({
      items: z.array(outboxItem),
      next_cursor: z.string().nullable(),
    }),
  },
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
});

export const getOutboxItem = endpoint({
  id: 'operator.outbox.get',
  method: 'GET',
  path: '/operator/v1/outbox/:id',
  summary: 'Show an item of the outbox.',
  who: 'operator',
  effects: ['read-only'],
  params: z.strictObject({ id: uuid }),
  replies: { 200: outboxItem },
  errors: ['NOT_FOUND'],
});

export const getOutboxRaw = endpoint({
  id: 'operator.outbox.raw',
  method: 'GET',
  path: '/operator/v1/outbox/:id/raw',
  summary: 'Download the source of a message in the outbox.',
  who: 'operator',
  effects: ['read-only'],
  params: z.strictObject({ id: uuid }),
  replies: { 200: z.string().meta({ contentMediaType: 'message/rfc822' }) },
  errors: ['NOT_FOUND'],
});

export const emptyOutbox = endpoint({
  id: 'operator.outbox.empty',
  method: 'DELETE',
  path: '/operator/v1/outbox',
  summary: 'Empty the outbox.',
  who: 'operator',
  effects: ['mutating'],
  replies: { 200: z.object({ deleted: z.int() }) },
  errors: [],
});

export const getClock = endpoint({
  id: 'operator.clock.get',
  method: 'GET',
  path: '/operator/v1/clock',
  summary: "Show the daemon's time.",
  who: 'operator',
  effects: ['read-only'],
  replies: { 200: clockState },
  errors: [],
});

export const advanceClock = endpoint({
  id: 'operator.clock.advance',
  method: 'POST',
  path: '/operator/v1/clock/advance',
  summary: 'Advance the test clock and run everything that falls due, each job at its due time.',
  who: 'operator',
  effects: ['mutating'],
  body: z.strictObject({
    seconds: z.int().min(1).max(LIMITS.clockAdvanceSeconds),
  }),
  replies: { 200: clockState },
  errors: ['CONFLICT'],
});

export const drain = endpoint({
  id: 'operator.drain',
  method: 'POST',
  path: '/operator/v1/drain',
  summary: 'Wait until all scans, dispatches and due jobs have finished.',
  who: 'operator',
  effects: ['mutating'],
  body: z.strictObject({
    timeout_seconds: z.int().min(1).max(600).optional(),
    /** Until the next start. */
    stop_accepting: z.boolean().optional(),
    /** Before `stop_accepting` takes effect. */
    grace_seconds: z.int().min(0).max(600).optional(),
  }),
  replies: { 200: z.object({ drained: z.literal(true) }) },
  errors: ['SERVICE_UNAVAILABLE'],
});

/** A daemon of the database, as the others see it. */
export const clusterNode = z.object({
  name: z.string(),
  version: z.string(),
  /** Its machine and home. */
  place: z.string(),
  /** Null until it listens. */
  http: z.string().nullable(),
  smtp: z.string().nullable(),
  /** Times by the clock of the database. */
  started_at: timestamp,
  seen_at: timestamp,
  /** `lost` when it wasn't seen for so long that others take over its work. */
  state: z.enum(['running', 'draining', 'lost']),
  leases: z.int(),
});

export const getStatus = endpoint({
  id: 'operator.status',
  method: 'GET',
  path: '/operator/v1/status',
  summary: "Show the daemon's version, addresses and queues.",
  who: 'operator',
  effects: ['read-only'],
  replies: {
    200: z.object({
      version: z.string(),
      pid: z.int(),
      started_at: timestamp,
      now: timestamp,
      test_clock: z.boolean(),
      http: z.string(),
      /** `host:port` of the API. */
      http_bound: z.string().optional(),
      /** URL of the page for people; absent when it's off. */
      page: z.string().optional(),
      /** Ways in which other machines can reach the daemon, in sentences; absent when they can't. */
      exposure: z.array(z.string()).optional(),
      smtp: z.string(),
      submission: z.string().optional(),
      transport: z.enum(['capture', 'relay', 'direct']),
      queues: z.object({
        scan: z.int(),
        dispatch: z.int(),
        webhook: z.int(),
        jobs: z.int(),
        /** Decisions that can still be taken back. */
        decisions: z.int().optional(),
      }),
      accounts: z.int(),
      connections: z
        .object({
          connected: z.int().meta({ description: 'Mailboxes of other servers.' }),
          failing: z.int().meta({ description: 'Those of them whose servers fail.' }),
        })
        .optional()
        .meta({ description: 'Connected mailboxes; absent without any.' }),
      /** Absent from daemons of earlier versions, as the next two are. */
      database: z.object({ engine: z.enum(['sqlite', 'postgres']), version: z.string() }).optional(),
      /** Name of the daemon that answers. */
      node: z.string().optional(),
      nodes: z.array(clusterNode).optional(),
      database_bytes: z.int(),
      blob_bytes: z.int(),
      /** Bytes of mail without an account, and their limit. */
      postmaster_bytes: z.int(),
      postmaster_limit_bytes: z.int(),
      last_backup_at: timestamp.nullable(),
    }),
  },
  errors: [],
});

export const checkIntegrity = endpoint({
  id: 'operator.integrity',
  method: 'GET',
  path: '/operator/v1/integrity',
  summary: 'Check the integrity of the database and its files, and the server of the database.',
  who: 'operator',
  effects: ['read-only'],
  replies: {
    200: z.object({
      ok: z.boolean(),
      problems: z.array(z.string()),
      /** Checks of storage limits, and of the database's server if there is one. */
      checks: z.array(daemonCheck),
    }),
  },
  errors: [],
  extension: true,
});

export const createBackup = endpoint({
  id: 'operator.backup',
  method: 'POST',
  path: '/operator/v1/backup',
  summary: 'Write a consistent, verified backup of database and blobs to one file in the home folder.',
  who: 'operator',
  effects: ['mutating'],
  replies: {
    201: z.object({ file: z.string(), bytes: z.int(), created_at: timestamp }),
  },
  errors: ['CONFLICT'],
});
