import type { ReplyOf } from '../shared/contract/endpoint.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import { type Argument, text } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { isShortId, matching, onlyOne } from './ids.ts';

/** Flag of commands in one mailbox. */
export const mailboxFlag = text(
  '-m, --mailbox <MAILBOX>',
  'Mailbox name, address or ID. Default: from the profile, else the only one that the key can access.',
);

/** The same mailbox as a word, where a command has no other. */
export const mailboxWord: Argument<string | undefined> = {
  label: 'MAILBOX',
  about: 'Mailbox, instead of --mailbox.',
  optional: true,
  standsFor: 'mailbox',
};

/** The same, where a command works in several. */
export const mailboxWords: Argument<readonly string[]> = {
  label: 'MAILBOX',
  about: 'Mailboxes, instead of --mailbox.',
  optional: true,
  variadic: true,
  standsFor: 'mailboxes',
};

/** The mailbox that a command works in: the named one, the profile's, or the only one there is. */
export async function chooseMailbox(
  context: Context,
  named: string | undefined,
  endpoint: typeof listMailboxes,
): Promise<string> {
  const chosen = named ?? context.profile.mailbox;
  if (chosen !== undefined) return isShortId(chosen) ? wholeId(context, chosen, endpoint) : chosen;
  const client = await context.client();
  const { mailboxes }: ReplyOf<typeof listMailboxes> = await client.call(endpoint, {});
  const [only] = mailboxes;
  if (only && mailboxes.length === 1) return only.id;
  throw only
    ? new UsageError(
        `Several mailboxes: ${mailboxes.map(({ name }) => name).join(', ')}. Choose one.`,
        'use --mailbox, or set a default: agentmail profiles set NAME --mailbox MAILBOX',
      )
    : new UsageError('There is no mailbox yet.', 'agentmail mailboxes create NAME');
}

/** A name may look like the end of an id: the name wins, and what is neither is for the daemon to refuse. */
async function wholeId(context: Context, typed: string, endpoint: typeof listMailboxes): Promise<string> {
  const client = await context.client();
  const { mailboxes } = await client.call(endpoint, {});
  if (mailboxes.some(({ name }) => name === typed.toLowerCase())) return typed;
  const found = matching(typed, mailboxes.map(candidateOf));
  return found.length === 0 ? typed : onlyOne(typed, MAILBOX, found).id;
}

const MAILBOX = { noun: 'mailbox', list: 'agentmail mailboxes list' };
const candidateOf = ({ id, address }: { readonly id: string; readonly address: string }) => ({
  id,
  about: address,
});

/** The mailboxes in which a short id is looked for: the named one, or every one that the key sees. */
export async function searchedMailboxes(
  context: Context,
  named: string | undefined,
  endpoint: typeof listMailboxes,
): Promise<readonly string[]> {
  if (named !== undefined) return [await chooseMailbox(context, named, endpoint)];
  const client = await context.client();
  const { mailboxes } = await client.call(endpoint, {});
  return mailboxes.map(({ id }) => id);
}

/** Ids of the named mailboxes, for requests that take no names. */
export async function mailboxIds(
  context: Context,
  named: readonly string[],
  endpoint: typeof listMailboxes,
): Promise<string[]> {
  const client = await context.client();
  const { mailboxes }: ReplyOf<typeof listMailboxes> = await client.call(endpoint, {});
  return named.map((each) => {
    const wanted = each.toLowerCase();
    const found = mailboxes.find(({ id, name, address }) => [id, name, address].includes(wanted));
    if (found) return found.id;
    const ending = isShortId(each) ? matching(each, mailboxes.map(candidateOf)) : [];
    if (ending.length > 0) return onlyOne(each, MAILBOX, ending).id;
    throw new UsageError(`No mailbox named "${each}".`, 'agentmail mailboxes list');
  });
}
