import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { listMessages } from '../../../shared/contract/reading.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { inMailbox, mailboxesOf } from '../../input/lookups/mailbox.ts';
import { chooseMessage } from '../../input/lookups/message.ts';
import { definedFields } from '../../input/options/input.ts';
import { flag, renamed, text } from '../../input/options/kinds.ts';
import { type MarkInput, markFilters, markQuery } from '../../input/options/marks.ts';
import { cursorFlag, limitFlag } from '../../input/options/pages.ts';
import { pastTime } from '../../input/options/time.ts';
import type { View } from '../../output/views/document.ts';

/** Filter flags of message lists, with the contract's names where they differ. */
export const listingFlags = {
  mailbox: inMailbox,
  unread: flag('-u, --unread', 'Only unread messages.'),
  from: text('--from <ADDRESS>', 'Only messages whose sender, by address or name, contains this.'),
  to: text('--to <ADDRESS>', 'Only messages to an address or name that contains this, CC included.'),
  cc: text('--cc <ADDRESS>', 'Only messages with a CC to an address or name that contains this.'),
  search: text(
    '--search <TEXT>',
    'Only messages with this text in the subject or body; at least 3 characters.',
  ),
  since: pastTime('--since <TIME>', 'Only messages from this time on.'),
  until: pastTime('--until <TIME>', 'Only messages before this time.'),
  starred: flag('--starred', 'Only starred messages.'),
  attachment: flag('--attachment', 'Only messages with an attachment.'),
  ...markFilters,
  limit: limitFlag(LIMITS.messagePage),
  cursor: renamed(cursorFlag, { flags: '--before <MESSAGE>' }),
};

interface ListingInput extends MarkInput {
  readonly mailbox: string | undefined;
  readonly unread: boolean;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly cc: string | undefined;
  readonly search: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly starred: boolean;
  readonly attachment: boolean;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
}

export const loadListMessages = async () =>
  (await import('../../../shared/contract/reading.ts')).listMessages;

type FilterInput = Omit<ListingInput, 'mailbox' | 'search' | 'cursor'>;

type AddedQuery = QueryOf<typeof listMessages>;

/** Requests a page of messages, filtered by flags and by the command. */
export async function pageRequest(
  context: CommandContext,
  input: ListingInput & { readonly mailbox: string },
  added: AddedQuery,
) {
  const { cursor, mailbox } = input;
  const before = cursor === undefined ? undefined : await chooseMessage(context, cursor, { mailbox });
  return { params: { id: mailbox }, query: { ...queryOf(input, before), ...added } };
}

/** Shows a page and how to get the next one. */
export function pageOf(view: View<ReplyOf<typeof listMessages> & { readonly limit: number }>) {
  return (
    reply: ReplyOf<typeof listMessages>,
    { limit = LIMITS.messagePage.default }: { readonly limit: number | undefined },
  ) => view({ ...reply, limit });
}

/** Reads the newest messages of all mailboxes. */
export async function listEverywhere(
  context: CommandContext,
  input: ListingInput,
  added: AddedQuery,
): Promise<ReplyOf<typeof listMessages>> {
  if (input.mailbox !== undefined || input.cursor !== undefined) {
    throw new UsageError("--all-mailboxes can't be combined with --mailbox or --cursor.");
  }
  const listMessages = await loadListMessages();
  const mailboxes = await mailboxesOf(context);
  const client = await context.client();
  const query = { ...queryOf(input), ...added };
  const pages = await Promise.all(
    mailboxes.map(({ id }) => client.call(listMessages, { params: { id }, query })),
  );
  const messages = pages
    .flatMap((page) => page.messages)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    .slice(0, input.limit ?? LIMITS.messagePage.default);
  return { messages };
}

function queryOf(input: ListingInput, before?: string): QueryOf<typeof listMessages> {
  return { ...filterQuery(input), ...definedFields({ search: input.search, before }) };
}

/** The filters that lists and searches share. */
export function filterQuery(input: FilterInput) {
  const { from, to, cc, since, until, limit } = input;
  return {
    ...(input.unread ? { unread: true as const } : {}),
    ...(input.starred ? { starred: true } : {}),
    ...(input.attachment ? { has_attachment: true } : {}),
    ...markQuery(input),
    ...definedFields({ from, to, cc, since, until, limit }),
  };
}
