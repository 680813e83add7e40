import { LIMITS } from '../../../shared/contract/limits.ts';
import type { MessageListItem } from '../../../shared/contract/messages.ts';
import type { listMessages } from '../../../shared/contract/reading.ts';
import type { CommandContext } from '../../context.ts';
import type { MarkQuery } from '../../input/options/marks.ts';

/** Unread inbound messages of a mailbox, the oldest first. */
export async function unreadIn(
  context: CommandContext,
  { mailbox, marks }: { readonly mailbox: string; readonly marks?: MarkQuery },
  endpoint: typeof listMessages,
): Promise<MessageListItem[]> {
  const client = await context.client();
  const limit = LIMITS.messagePage.max;
  const found: MessageListItem[] = [];
  for (let before: string | undefined; ; before = found.at(-1)?.id) {
    const { messages } = await client.call(endpoint, {
      params: { id: mailbox },
      query: {
        unread: true,
        direction: 'inbound',
        limit,
        extract: 'reply',
        ...marks,
        ...(before !== undefined && { before }),
      },
    });
    found.push(...messages);
    if (messages.length < limit) return found.reverse();
  }
}
