import type { MessageRow } from './table.ts';

/** How a message answers an invitation. */
export function calendarReplyField({ calendar_reply: reply }: Pick<MessageRow, 'calendar_reply'>) {
  return reply === null ? {} : { calendar_reply: reply.answer };
}
