import type { z } from 'zod';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  listAudit,
  listJobs,
  operatorListMailboxes,
  operatorMailbox,
} from '../../../shared/contract/operator-records.ts';
import { bad, fields, ID_COLUMN, moment, more, orDash, quiet, strong, table, type View } from './document.ts';
import { mailboxStatus } from './mailboxes.ts';

export const operatorMailboxList: View<ReplyOf<typeof operatorListMailboxes>> = ({
  mailboxes,
  next_cursor,
}) => [
  table(
    [
      { title: 'address', flexible: true },
      { title: 'status' },
      { title: 'created' },
      ID_COLUMN,
      { title: 'account', flexible: true },
    ],
    mailboxes.map((each) => [
      strong(each.address),
      mailboxStatus(each.status),
      moment(each.created_at),
      quiet(each.id),
      quiet(each.account_id),
    ]),
    'No mailboxes.',
  ),
  ...more(next_cursor),
];

export const operatorMailboxView: View<z.output<typeof operatorMailbox>> = (each) => [
  fields(
    ['address', strong(each.address)],
    ['status', mailboxStatus(each.status)],
    ['created', moment(each.created_at)],
    ['id', quiet(each.id)],
    ['account', quiet(each.account_id)],
  ),
];

export const auditList: View<ReplyOf<typeof listAudit>> = ({ entries, next_cursor }) => [
  table(
    [
      { title: 'when' },
      { title: 'kind', flexible: true },
      { title: 'by', flexible: true },
      { title: 'target', flexible: true },
      { title: 'reason', flexible: true },
    ],
    entries.map((each) => [
      moment(each.at),
      strong(each.kind),
      `${each.actor_type} ${each.actor_id}`,
      orDash(each.target),
      orDash(each.reason),
    ]),
    'No entries.',
  ),
  ...more(next_cursor),
];

export const jobList: View<ReplyOf<typeof listJobs>> = ({ jobs, next_cursor }) => [
  table(
    [
      { title: 'job', flexible: true },
      { title: 'due' },
      { title: 'tries' },
      { title: 'last error', flexible: true },
    ],
    jobs.map((each) => [
      strong(each.kind),
      moment(each.due_at),
      String(each.attempts),
      each.last_error === null ? quiet('-') : bad(each.last_error),
    ]),
    'No scheduled jobs.',
  ),
  ...more(next_cursor),
];
