import type { OutboxItem } from '../../../shared/contract/operator.ts';
import { fields, gap, line, moment, more, orDash, quiet, strong, table, type View } from './document.ts';
import { subjectTitle } from './placeholders.ts';
import { shortId } from './short-ids.ts';

export const outboxList: View<{ items: readonly OutboxItem[]; next_cursor: string | null }> = ({
  items,
  next_cursor,
}) => [
  table(
    [
      { title: 'to', flexible: true },
      { title: 'subject', flexible: true },
      { title: 'kind' },
      { title: 'when' },
      { title: 'id' },
    ],
    items.map((item) => [
      strong(item.to),
      subject(item),
      kind(item),
      moment(item.at),
      quiet(shortId(item.id)),
    ]),
    'The outbox is empty: no mail was captured.',
  ),
  ...more(next_cursor),
];

function subject(item: OutboxItem): string {
  return item.subject ?? item.text;
}

function kind({ kind, purpose }: OutboxItem): string {
  return kind === 'sms' ? `sms ${purpose}` : purpose;
}

export const outboxView: View<OutboxItem> = (item) => [
  line(subjectTitle(item.subject)),
  fields(
    ['to', item.to],
    ['from', item.from],
    ['at', moment(item.at)],
    ['kind', kind(item)],
    ['message', orDash(item.message_id)],
    ['id', item.id],
  ),
  gap,
  { kind: 'text', text: item.text },
];

export const rawView: View<{ readonly id: string; readonly raw: string }> = ({ raw }) => [
  { kind: 'text', text: raw },
];

export const emptied: View<{ readonly deleted: number }> = ({ deleted }) => [
  line(deleted === 1 ? '1 message deleted.' : `${deleted} messages deleted.`),
];
