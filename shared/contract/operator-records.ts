import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { actorType, cursor, queryInteger, queryText, timestamp, timestampInput, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { mailbox } from './mailboxes.ts';
import { SETTABLE_MAILBOX_STATUSES } from './values.ts';

/** The operator's view of all accounts: mailboxes, audit log, pending jobs. */

const page = {
  limit: queryInteger(1, LIMITS.outboxPage.max).optional(),
  cursor: cursor.optional(),
};

/** A mailbox with its account. */
export const operatorMailbox = mailbox.extend({ account_id: z.string() });

export const operatorListMailboxes = endpoint({
  id: 'operator.mailboxes.list',
  method: 'GET',
  path: '/operator/v1/mailboxes',
  summary: 'List the mailboxes of all accounts, newest first, without deleted ones.',
  who: 'operator',
  effects: ['read-only'],
  query: z.strictObject({ account: queryText.optional(), ...page }),
  replies: { 200: z.object({ mailboxes: z.array(operatorMailbox), next_cursor: z.string().nullable() }) },
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
});

export const operatorUpdateMailbox = endpoint({
  id: 'operator.mailboxes.update',
  method: 'PATCH',
  path: '/operator/v1/mailboxes/:id',
  summary: 'Pause or resume a mailbox. A paused mailbox neither sends nor receives.',
  who: 'operator',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ status: z.enum(SETTABLE_MAILBOX_STATUSES) }),
  replies: { 200: operatorMailbox },
  errors: ['NOT_FOUND'],
});

/** An audit row; `kind` is `<resource>.<field or action>.<past tense>`. */
const auditEntry = z.object({
  id: z.string(),
  at: timestamp,
  /** `<resource>.<field or action>.<past tense>` */
  kind: z.string(),
  account_id: z.string().nullable(),
  mailbox_id: z.string().nullable(),
  actor_type: actorType,
  actor_id: z.string(),
  target: z.string().nullable(),
  /** State before and after; any JSON. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
});

export const listAudit = endpoint({
  id: 'operator.audit.list',
  method: 'GET',
  path: '/operator/v1/audit',
  summary: 'List the audit log, newest first.',
  who: 'operator',
  effects: ['read-only'],
  query: z.strictObject({
    account: queryText.optional(),
    kind: queryText.optional(),
    since: timestampInput.optional(),
    ...page,
  }),
  replies: { 200: z.object({ entries: z.array(auditEntry), next_cursor: z.string().nullable() }) },
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
});

export const job = z.object({
  id: z.string(),
  kind: z.string(),
  due_at: timestamp,
  attempts: z.int(),
  last_error: z.string().nullable(),
});

export const listJobs = endpoint({
  id: 'operator.jobs.list',
  method: 'GET',
  path: '/operator/v1/jobs',
  summary: 'List scheduled jobs, next first.',
  who: 'operator',
  effects: ['read-only'],
  query: z.strictObject({ kind: queryText.optional(), ...page }),
  replies: { 200: z.object({ jobs: z.array(job), next_cursor: z.string().nullable() }) },
  errors: ['INVALID_CURSOR'],
});
