import { LIMITS } from '../../../shared/contract/limits.ts';
import type { CommandContext } from '../../context.ts';
import { shortThreadId } from '../../output/views/short-ids.ts';
import type { Argument } from '../options/flag.ts';
import { isShortId, onlyOne } from './ids.ts';
import { chooseMailbox, mailboxesOf, searchedMailboxes } from './mailbox.ts';
import { chooseMessage, findMessage } from './message.ts';

const SHORT_THREAD_ID = /^t[0-9a-f]{7}$/i;

/** Loads the endpoints that find a thread. */
export async function loadThreadLookup() {
  const [{ listThreads }, { listMessages }, { listMailboxes }] = await Promise.all([
    import('../../../shared/contract/threads.ts'),
    import('../../../shared/contract/reading.ts'),
    import('../../../shared/contract/mailboxes.ts'),
  ]);
  return { listThreads, listMessages, listMailboxes };
}

interface ChosenThread {
  readonly mailbox: string;
  readonly thread: string;
}

/** A thread of the mailbox that the command names, if it names one. */
export const threadArgument: Argument<ChosenThread> = {
  label: 'THREAD',
  about: 'Full or short thread ID, or the ID of a message in it.',
  lookup: loadThreadLookup,
  declares: true,
  resolve: (context, typed, { mailbox }) =>
    chooseThread(context, typed, typeof mailbox === 'string' ? mailbox : undefined),
};

/** Finds a thread: by a short ID in any mailbox, by any other ID in the command's mailbox. */
async function chooseThread(
  context: CommandContext,
  typed: string,
  named: string | undefined,
): Promise<ChosenThread> {
  if (SHORT_THREAD_ID.test(typed)) return findThread(context, typed, named);
  if (isShortId(typed)) {
    const { id, mailbox } = await findMessage(context, typed, { mailbox: named });
    return { mailbox, thread: id };
  }
  const thread = typed.startsWith('<') ? typed : await chooseMessage(context, typed, { mailbox: named });
  return { mailbox: await mailboxOf(context, thread, named), thread };
}

/** The mailbox of a full ID: the named one, the only one, or the one that has it. */
async function mailboxOf(
  context: CommandContext,
  thread: string,
  named: string | undefined,
): Promise<string> {
  const isChosen = (named ?? context.profile.mailbox) !== undefined;
  if (isChosen || (await mailboxesOf(context)).length < 2) return chooseMailbox(context, named);
  if (!thread.startsWith('<')) return (await findMessage(context, thread, {})).mailbox;
  const [only, another] = (await latestThreads(context, named)).filter(({ id }) => id === thread);
  // Mail between two mailboxes is a thread in both.
  return only && !another ? only.mailbox : chooseMailbox(context, named);
}

/** Returns the thread to continue: a full ID unchanged, a short one as found in the mailbox. */
export async function wholeThread(
  context: CommandContext,
  typed: string,
  named: string | undefined,
): Promise<string> {
  if (SHORT_THREAD_ID.test(typed)) return (await findThread(context, typed, named)).thread;
  return isShortId(typed) ? chooseMessage(context, typed, { mailbox: named }) : typed;
}

async function findThread(
  context: CommandContext,
  typed: string,
  named: string | undefined,
): Promise<ChosenThread> {
  const threads = await latestThreads(context, named);
  const matching = threads.filter(({ id }) => shortThreadId(id) === typed.toLowerCase());
  const { id, mailbox } = onlyOne(typed, THREAD, matching);
  return { mailbox, thread: id };
}

async function latestThreads(context: CommandContext, named: string | undefined) {
  const { listThreads } = await loadThreadLookup();
  const mailboxes = await searchedMailboxes(context, named);
  const client = await context.client();
  const query = { limit: LIMITS.threadPage.max };
  const pages = await Promise.all(
    mailboxes.map(async (mailbox) => {
      const { threads } = await client.call(listThreads, { params: { id: mailbox }, query });
      return threads.map(({ id, subject }) => ({ id, about: subject, mailbox }));
    }),
  );
  return pages.flat();
}

const THREAD = {
  noun: 'thread',
  list: 'agentmail threads list',
  among: ` of the latest ${LIMITS.threadPage.max}`,
};
