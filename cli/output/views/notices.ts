import type { z } from 'zod';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { listNoticeTargets, noticeTarget, testNoticeTarget } from '../../../shared/contract/notices.ts';
import {
  bad,
  type Cell,
  fields,
  good,
  ID_COLUMN,
  line,
  moment,
  orDash,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';

type NoticeTarget = z.output<typeof noticeTarget>;

export const noticeList: View<ReplyOf<typeof listNoticeTargets>> = ({ notices }) => [
  table(
    [
      { title: 'address', flexible: true },
      { title: 'format' },
      { title: 'state' },
      { title: 'when' },
      { title: 'last sent' },
      ID_COLUMN,
    ],
    notices.map((each) => [
      strong(each.address),
      each.format,
      stateCell(each),
      timingOf(each),
      moment(each.last_sent_at),
      quiet(each.id),
    ]),
    'Nobody is told of held mail yet. Tell yourself: agentmail notices add email',
  ),
];

export const noticeView: View<NoticeTarget> = (each) => [
  fields(
    ['address', strong(each.address)],
    ['format', each.format],
    ['state', stateCell(each)],
    ['mailboxes', each.mailbox_ids?.join(' ') ?? 'all'],
    ['of mail', each.states.join(' ')],
    ['when', timingOf(each)],
    ['notices an hour', `at most ${each.max_per_hour}`],
    ['next', moment(each.next_notice_at)],
    ['last sent', moment(each.last_sent_at)],
    ['last failure', moment(each.last_failure_at)],
    ['last error', orDash(each.last_error)],
    ['id', quiet(each.id)],
  ),
];

function stateCell({ enabled, disabled_reason: reason, last_error: error }: NoticeTarget): Cell {
  if (reason !== null) return bad(`off: ${reason}`);
  if (!enabled) return warning('off');
  return error === null ? good('on') : bad(error);
}

function timingOf({ digest_minutes: minutes }: NoticeTarget): string {
  if (minutes === 0) return 'at once';
  return minutes === 1 ? 'every minute' : `every ${minutes} minutes`;
}

export const deletedNotice: View<{ readonly status: 'deleted' }> = () => [
  line('Nobody there is told of held mail any more.'),
];

const OUTCOMES = {
  sent: 'The sample notice was sent.',
  queued: 'The sample notice is on its way.',
  outbox: 'Mail stays on this machine, so the sample notice is in the outbox: agentmail outbox list',
} as const;

export const testedNotice: View<ReplyOf<typeof testNoticeTarget>> = ({ outcome, error }) => [
  outcome === 'failed'
    ? line(bad('The sample notice was not accepted:'), orDash(error))
    : line(OUTCOMES[outcome]),
];
