import { LIMITS } from '../shared/contract/limits.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import type { listMessages } from '../shared/contract/reading.ts';
import type { listThreads } from '../shared/contract/threads.ts';
import { word } from './command.ts';
import type { Context } from './context.ts';
import { isShortId, onlyOne } from './ids.ts';
import { chooseMailbox, searchedMailboxes } from './mailbox.ts';
import { chooseMessage, findMessage, type TypedId } from './message.ts';

export const threadArgument = word('THREAD', 'Full or short thread ID, or the ID of a message in it.');

const SHORT_THREAD_ID = /^t[0-9a-f]{7}$/i;
const HASH = { start: 0x811c9dc5, factor: 0x01000193 };

/** A short form of a Message-ID (FNV-1a). The letter distinguishes it from a message's short ID. */
export function shortThreadId(key: string): string {
  let hash = HASH.start;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, HASH.factor) >>> 0;
  return `t${hash.toString(16).padStart(8, '0').slice(-7)}`;
}

interface Lookup {
  readonly listMailboxes: typeof listMailboxes;
  readonly listMessages: typeof listMessages;
  readonly listThreads: typeof listThreads;
}

export interface ChosenThread {
  readonly mailbox: string;
  readonly thread: string;
}

/** Finds a thread: by a short ID in any mailbox, by any other ID in the command's mailbox. */
export async function chooseThread(context: Context, id: TypedId, endpoints: Lookup): Promise<ChosenThread> {
  const { typed } = id;
  if (SHORT_THREAD_ID.test(typed)) return findThread(context, id, endpoints);
  if (isShortId(typed)) {
    const { id: thread, mailbox } = await findMessage(context, id, endpoints);
    return { mailbox, thread };
  }
  const mailbox = await chooseMailbox(context, id.mailbox, endpoints.listMailboxes);
  if (typed.startsWith('<')) return { mailbox, thread: typed };
  // Rejects a word that isn't an ID.
  return { mailbox, thread: await chooseMessage(context, { typed, mailbox }, endpoints) };
}

/** Returns the thread to continue: a full ID unchanged, a short one as found in the mailbox. */
export async function wholeThread(context: Context, id: TypedId, endpoints: Lookup): Promise<string> {
  const { typed } = id;
  if (SHORT_THREAD_ID.test(typed)) return (await findThread(context, id, endpoints)).thread;
  return isShortId(typed) ? chooseMessage(context, id, endpoints) : typed;
}

async function findThread(
  context: Context,
  { typed, mailbox: named }: TypedId,
  endpoints: Lookup,
): Promise<ChosenThread> {
  const mailboxes = await searchedMailboxes(context, named, endpoints.listMailboxes);
  const client = await context.client();
  const query = { limit: LIMITS.threadPage.max };
  const pages = await Promise.all(
    mailboxes.map(async (mailbox) => {
      const { threads } = await client.call(endpoints.listThreads, { params: { id: mailbox }, query });
      return threads.map(({ id, subject }) => ({ id, about: subject, mailbox }));
    }),
  );
  const matching = pages.flat().filter(({ id }) => shortThreadId(id) === typed.toLowerCase());
  const { id, mailbox } = onlyOne(typed, THREAD, matching);
  return { mailbox, thread: id };
}

const THREAD = {
  noun: 'thread',
  list: 'agentmail threads list',
  among: ` of the latest ${LIMITS.threadPage.max}`,
};

/** Loads the endpoints that find a thread. */
export async function loadThreadLookup(): Promise<Lookup> {
  const [{ listThreads }, { listMessages }, { listMailboxes }] = await Promise.all([
    import('../shared/contract/threads.ts'),
    import('../shared/contract/reading.ts'),
    import('../shared/contract/mailboxes.ts'),
  ]);
  return { listThreads, listMessages, listMailboxes };
}
