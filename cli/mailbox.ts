import type { ReplyOf } from '../shared/contract/endpoint.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import { text } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';

/** The flag of every command that works in one mailbox. */
export const mailboxFlag = text(
  '-m, --mailbox <MAILBOX>',
  'Name, address or id of the mailbox. Default: the one of the profile, else the only one that the key sees.',
);

/** The mailbox that a command works in: the named one, the profile's, or the only one there is. */
export async function chooseMailbox(
  context: Context,
  named: string | undefined,
  endpoint: typeof listMailboxes,
): Promise<string> {
  const chosen = named ?? context.profile.mailbox;
  if (chosen !== undefined) return chosen;
  const client = await context.client();
  const { mailboxes }: ReplyOf<typeof listMailboxes> = await client.call(endpoint, {});
  const [only] = mailboxes;
  if (only && mailboxes.length === 1) return only.id;
  throw only
    ? new UsageError(
        `Which mailbox? There are: ${mailboxes.map(({ name }) => name).join(', ')}.`,
        'name one with --mailbox, or keep one: agentmail profiles set NAME --mailbox MAILBOX',
      )
    : new UsageError('There is no mailbox yet.', 'agentmail mailboxes create NAME');
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
    throw new UsageError(`There is no mailbox "${each}".`, 'agentmail mailboxes list');
  });
}
