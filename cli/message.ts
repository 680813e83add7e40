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

/** The end of an id: the beginning is a time, which messages of one minute share. */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

interface Lookup {
  readonly listMailboxes: typeof listMailboxes;
  readonly listMessages: typeof listMessages;
}

/**
 * Turns what a person typed into an id: ids stand for themselves, short ids are looked up in the mailboxes.
 */
export async function chooseMessage(
  context: Context,
  typed: string,
  mailbox: string | undefined,
  endpoints: Lookup,
  query: { readonly include_firewall_blocked?: true } = {},
): Promise<string> {
  return chooseId(typed, MESSAGE, () => messagesEndingIn(context, typed, { mailbox, query }, endpoints));
}

/** The message that a short id means, with its mailbox. */
export async function findMessage(
  context: Context,
  typed: string,
  mailbox: string | undefined,
  endpoints: Lookup,
): Promise<{ readonly id: string; readonly mailbox: string }> {
  return onlyOne(typed, MESSAGE, await messagesEndingIn(context, typed, { mailbox, query: {} }, endpoints));
}

interface Scope {
  readonly mailbox: string | undefined;
  readonly query: { readonly include_firewall_blocked?: true };
}

/**
 * Lists leave out what waits for review unless it is asked for: that is looked through when nothing else
 * fits.
 */
async function messagesEndingIn(
  context: Context,
  typed: string,
  { mailbox, query }: Scope,
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

/** A flag that names a message of the command's mailbox. */
export function messageFlag(flags: string, about: string): Flag<string | undefined> {
  return {
    flags,
    about,
    lookup: loadMessageLookup,
    resolve: async (context, typed, { mailbox }) => {
      const named = typeof mailbox === 'string' ? mailbox : undefined;
      return chooseMessage(context, typed, named, await loadMessageLookup());
    },
  };
}

/** Endpoints that finding a message needs. */
export async function loadMessageLookup() {
  const [{ listMessages }, { listMailboxes }] = await Promise.all([
    import('../shared/contract/reading.ts'),
    import('../shared/contract/mailboxes.ts'),
  ]);
  return { listMessages, listMailboxes };
}
