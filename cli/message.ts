import { LIMITS } from '../shared/contract/limits.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import type { listMessages } from '../shared/contract/reading.ts';
import { someWords, word } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { chooseMailbox } from './mailbox.ts';

const SHORT_ID_LENGTH = 8;
const SHORT_ID = /^[0-9a-f]{6,12}$/i;

/** Whether a word can be the end of an id. */
export function isShortId(typed: string): boolean {
  return SHORT_ID.test(typed);
}

export const messageArgument = word('MESSAGE', 'Id of the message, or the short id that lists show.');
export const messageArguments = someWords(
  'MESSAGE',
  'Ids of the messages, or the short ids that lists show.',
);

/** The end of an id: its beginning is a time, which messages of one minute share. */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

interface Lookup {
  readonly listMailboxes: typeof listMailboxes;
  readonly listMessages: typeof listMessages;
}

/** Turns what a person typed into an id: ids stand for themselves, short ids are looked up in the mailbox. */
export async function chooseMessage(
  context: Context,
  typed: string,
  mailbox: string | undefined,
  endpoints: Lookup,
): Promise<string> {
  const { UUID_SHAPE } = await import('../shared/contract/fields.ts');
  if (UUID_SHAPE.test(typed)) return typed;
  if (!isShortId(typed))
    throw new UsageError(`"${typed}" is no message id.`, 'agentmail inbox shows the ids');
  const id = await chooseMailbox(context, mailbox, endpoints.listMailboxes);
  const client = await context.client();
  const { messages } = await client.call(endpoints.listMessages, {
    params: { id },
    query: { limit: LIMITS.messagePage.max },
  });
  const matching = messages.filter((message) => message.id.endsWith(typed.toLowerCase()));
  const [found] = matching;
  if (found && matching.length === 1) return found.id;
  throw new UsageError(
    found
      ? `Several messages end with ${typed}.`
      : `None of the latest ${LIMITS.messagePage.max} messages ends with ${typed}.`,
    'use the whole id: agentmail messages list --json',
  );
}
