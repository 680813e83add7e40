import type { QueryOf, ReplyOf } from '../shared/contract/endpoint.ts';
import { LIMITS } from '../shared/contract/limits.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import type { listMessages } from '../shared/contract/reading.ts';
import { flag, type Outcome, renamed, result, text } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { given } from './given.ts';
import { chooseMailbox, mailboxFlag } from './mailbox.ts';
import { chooseMessage } from './message.ts';
import { cursorFlag, limitFlag } from './pages.ts';
import { pastTime } from './time.ts';
import type { View } from './views/document.ts';

/** Filter flags of message lists, with the contract's names where they differ. */
export const listingFlags = {
  mailbox: mailboxFlag,
  unread: flag('-u, --unread', 'Only unread messages.'),
  from: text('--from <ADDRESS>', 'Only messages whose sender contains this.'),
  search: text(
    '--search <TEXT>',
    'Only messages with this text in the subject or body; at least 3 characters.',
  ),
  since: pastTime('--since <TIME>', 'Only messages from this time on.'),
  until: pastTime('--until <TIME>', 'Only messages before this time.'),
  starred: flag('--starred', 'Only starred messages.'),
  attachment: flag('--attachment', 'Only messages with an attachment.'),
  limit: limitFlag(LIMITS.messagePage),
  cursor: renamed(cursorFlag, { flags: '--before <MESSAGE>' }),
};

interface ListingInput {
  readonly mailbox: string | undefined;
  readonly unread: boolean;
  readonly from: string | undefined;
  readonly search: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly starred: boolean;
  readonly attachment: boolean;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
}

/** Filters of a list. */
interface Listing {
  readonly input: ListingInput;
  /** Filters of the command itself. */
  readonly fixed: QueryOf<typeof listMessages>;
}

type Endpoints = {
  readonly listMessages: typeof listMessages;
  readonly listMailboxes: typeof listMailboxes;
};

export async function loadListing(): Promise<Endpoints> {
  const [{ listMessages }, { listMailboxes }] = await Promise.all([
    import('../shared/contract/reading.ts'),
    import('../shared/contract/mailboxes.ts'),
  ]);
  return { listMessages, listMailboxes };
}

/** Reads a page of messages. */
export async function listPage(
  context: Context,
  { input, fixed }: Listing,
  endpoints: Endpoints,
): Promise<ReplyOf<typeof listMessages>> {
  const id = await chooseMailbox(context, input.mailbox, endpoints.listMailboxes);
  const before =
    input.cursor === undefined
      ? undefined
      : await chooseMessage(context, { typed: input.cursor, mailbox: id }, endpoints);
  const client = await context.client();
  const query = { ...queryOf(input, before), ...fixed };
  return client.call(endpoints.listMessages, { params: { id }, query });
}

/** Shows a page and how to get the next one. */
export function pageResult(
  reply: ReplyOf<typeof listMessages>,
  { limit = LIMITS.messagePage.default }: { readonly limit: number | undefined },
  view: View<ReplyOf<typeof listMessages> & { readonly limit: number }>,
): Outcome {
  return result(reply, (shown) => view({ ...shown, limit }));
}

/** Reads the newest messages of all mailboxes. */
export async function listEverywhere(
  context: Context,
  { input, fixed }: Listing,
  endpoints: Endpoints,
): Promise<ReplyOf<typeof listMessages>> {
  if (input.mailbox !== undefined || input.cursor !== undefined) {
    throw new UsageError("--all-mailboxes can't be combined with --mailbox or --cursor.");
  }
  const client = await context.client();
  const { mailboxes } = await client.call(endpoints.listMailboxes, {});
  const query = { ...queryOf(input), ...fixed };
  const pages = await Promise.all(
    mailboxes.map(({ id }) => client.call(endpoints.listMessages, { params: { id }, query })),
  );
  const messages = pages
    .flatMap((page) => page.messages)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    .slice(0, input.limit ?? LIMITS.messagePage.default);
  return { messages };
}

function queryOf(input: ListingInput, before?: string): QueryOf<typeof listMessages> {
  const { from: sender, search, since, until, limit } = input;
  return {
    ...(input.unread ? { unread: true as const } : {}),
    ...(input.starred ? { starred: true } : {}),
    ...(input.attachment ? { has_attachment: true } : {}),
    ...given({ sender, search, since, until, limit, before }),
  };
}
