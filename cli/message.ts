import { LIMITS } from '../shared/contract/limits.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import type { listMessages } from '../shared/contract/reading.ts';
import { type Flag, someWords, word } from './command.ts';
import type { Context } from './context.ts';
import { type Candidate, chooseId, matching, onlyOne } from './ids.ts';
import { searchedMailboxes } from './mailbox.ts';

const SHORT_ID_LENGTH = 8;
export const messageArgument = word('MESSAGE', 'Message ID, full or short.');
export const messageArguments = someWords('MESSAGE', 'Message IDs, full or short.');

/** The end of an ID, because messages of one minute share the beginning. */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

interface Lookup {
  readonly listMailboxes: typeof listMailboxes;
  readonly listMessages: typeof listMessages;
}

/** An ID as it was typed. */
export interface TypedId {
  readonly typed: string;
  /** Name or ID of the mailbox to search for a short ID. Default: the profile's, else all. */
  readonly mailbox: string | undefined;
}

interface TypedMessage extends TypedId {
  readonly query?: { readonly include_firewall_blocked?: true };
}

/** Returns the ID of a message: a full one unchanged, a short one as found in the mailboxes. */
export async function chooseMessage(
  context: Context,
  message: TypedMessage,
  endpoints: Lookup,
): Promise<string> {
  return chooseId(message.typed, MESSAGE, () => messagesEndingIn(context, message, endpoints));
}

/** Finds a message by its short ID. */
export async function findMessage(
  context: Context,
  message: TypedId,
  endpoints: Lookup,
): Promise<{ readonly id: string; readonly mailbox: string }> {
  return onlyOne(message.typed, MESSAGE, await messagesEndingIn(context, message, endpoints));
}

/** Searches pending messages last, because lists omit them unless asked for. */
async function messagesEndingIn(
  context: Context,
  { typed, mailbox, query = {} }: TypedMessage,
  endpoints: Lookup,
): Promise<readonly (Candidate & { readonly mailbox: string })[]> {
  const mailboxes = await searchedMailboxes(context, mailbox, endpoints.listMailboxes);
  const client = await context.client();
  for (const states of [query, { status: 'pending_review' } as const]) {
    const asked = { limit: LIMITS.messagePage.max, ...states };
    const pages = await Promise.all(
      mailboxes.map(async (id) => {
        const { messages } = await client.call(endpoints.listMessages, { params: { id }, query: asked });
        return messages.map((each) => ({
          id: each.id,
          about: `${each.sender}: ${each.subject}`,
          mailbox: id,
        }));
      }),
    );
    const found = matching(typed, pages.flat());
    if (found.length > 0) return found;
  }
  return [];
}

const MESSAGE = {
  noun: 'message',
  list: 'agentmail inbox',
  among: ` of the latest ${LIMITS.messagePage.max}`,
};

/** A flag that takes a message of the command's mailbox. */
export function messageFlag(flags: string, about: string): Flag<string | undefined> {
  return {
    flags,
    about,
    lookup: loadMessageLookup,
    resolve: async (context, typed, { mailbox }) => {
      const named = typeof mailbox === 'string' ? mailbox : undefined;
      return chooseMessage(context, { typed, mailbox: named }, await loadMessageLookup());
    },
  };
}

/** Loads the endpoints that find a message. */
export async function loadMessageLookup() {
  const [{ listMessages }, { listMailboxes }] = await Promise.all([
    import('../shared/contract/reading.ts'),
    import('../shared/contract/mailboxes.ts'),
  ]);
  return { listMessages, listMailboxes };
}
