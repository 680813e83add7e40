import type { z } from 'zod';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { getThread, markThreadRead, starThread, thread } from '../../../shared/contract/threads.ts';
import { senderOf } from '../../../shared/named-address.ts';
import { type Block, fields, gap, line, moment, quiet, strong, table, type View } from './document.ts';
import { textBlocks } from './messages.ts';
import { subjectCell, subjectTitle } from './placeholders.ts';
import { shortThreadId } from './short-ids.ts';

type Thread = z.output<typeof thread>;

export const threadList: View<{ threads: readonly Thread[]; limit: number }> = ({ threads, limit }) => [
  table(
    [
      { title: '' },
      { title: 'who', flexible: true },
      { title: 'subject', flexible: true },
      { title: 'mails', align: 'right' },
      { title: 'last' },
      { title: 'id' },
    ],
    threads.map((each) => [
      `${each.unread_count > 0 ? '*' : ' '}${each.starred ? '+' : ''}`,
      each.unread_count > 0 ? strong(each.participants.join(', ')) : each.participants.join(', '),
      each.unread_count > 0 ? subjectTitle(each.subject) : subjectCell(each.subject),
      each.unread_count > 0 ? `${each.unread_count}/${each.message_count}` : String(each.message_count),
      moment(each.last_message_at),
      quiet(shortThreadId(each.id)),
    ]),
    'No threads.',
  ),
  ...moreThreads(threads, limit),
];

function moreThreads(threads: readonly Thread[], limit: number): Block[] {
  const last = threads.at(-1);
  return last && threads.length >= limit ? [line(quiet(`More: --cursor ${last.last_message_at}`))] : [];
}

export const threadView: View<ReplyOf<typeof getThread>> = (shown) => [
  line(subjectTitle(shown.subject)),
  fields(['messages', countOf(shown)], ['mailbox', shown.mailbox_name], ['thread', quiet(shown.id)]),
  ...shown.messages.flatMap(messageBlocks),
];

function countOf({ message_count, messages }: ReplyOf<typeof getThread>): string {
  return messages.length < message_count
    ? `${message_count}, latest ${messages.length} shown`
    : `${message_count}`;
}

function messageBlocks(message: MessageDetail): Block[] {
  return [
    gap,
    line(
      quiet('--'),
      { party: senderOf(message), tone: 'strong' },
      quiet('to'),
      message.recipient,
      moment(message.created_at),
      quiet(message.id),
    ),
    ...textBlocks(message),
  ];
}

export const threadMarked: View<ReplyOf<typeof markThreadRead>> = ({ marked_count, thread_id }) => [
  line(
    marked_count === 1 ? '1 message marked as read.' : `${marked_count} messages marked as read.`,
    quiet(thread_id),
  ),
];

export const threadStarred: View<ReplyOf<typeof starThread>> = ({ starred, updated_count, thread_id }) => [
  line(`${starred ? 'Starred' : 'Star removed'}: ${updated_count} changed.`, quiet(thread_id)),
];
