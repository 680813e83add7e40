import type { CommandContext } from '../../context.ts';
import { CommandError, hinting, UsageError } from '../../errors.ts';
import type { Argument, Flag } from '../options/flag.ts';
import { text } from '../options/kinds.ts';
import { isShortId, matching, onlyOne } from './ids.ts';

const loadMailboxes = async () => {
  const { listMailboxes } = await import('../../../shared/contract/mailboxes.ts');
  return { listMailboxes };
};

/** Of flags whose mailboxes the command looks up itself. */
export const mailboxLookup = { lookup: loadMailboxes, declares: true } as const;

/** Mailbox as it was typed, of commands that need one only in some cases or to find a message. */
export const mailboxFlag = text(
  '-m, --mailbox <MAILBOX>',
  'Mailbox name, address or ID. Default: from the profile, else the only one that the key can access.',
);

/** Flag of commands that work in one mailbox. */
export const inMailbox: Flag<string> = {
  flags: mailboxFlag.flags,
  about: mailboxFlag.about,
  complete: chooseMailbox,
  ...mailboxLookup,
};

/** As typed, for commands that choose the mailbox after they have checked all else. */
export const typedMailbox: Flag<string | undefined> = { ...mailboxFlag, ...mailboxLookup };

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
export async function chooseMailbox(context: CommandContext, named: string | undefined): Promise<string> {
  const chosen = named ?? context.profile.mailbox;
  if (chosen !== undefined) return isShortId(chosen) ? wholeId(context, chosen) : chosen;
  const mailboxes = await mailboxesOf(context);
  const [only] = mailboxes;
  if (only && mailboxes.length === 1) return only.id;
  throw only
    ? new UsageError(
        `Several mailboxes: ${mailboxes.map(({ name }) => name).join(', ')}. Choose one.`,
        'use --mailbox, or set a default: agentmail profiles set NAME --mailbox MAILBOX',
      )
    : new UsageError('There is no mailbox yet.', 'agentmail mailboxes create NAME');
}

/** Mailboxes that the key can access. */
export async function mailboxesOf(context: CommandContext) {
  const { listMailboxes } = await loadMailboxes();
  const client = await context.client();
  return (await client.call(listMailboxes, {})).mailboxes;
}

/** An unknown mailbox gets a hint that names those there are. */
export async function withMailboxNames(
  context: CommandContext,
  error: unknown,
  named: unknown,
): Promise<unknown> {
  if (typeof named !== 'string' || !(error instanceof CommandError) || error.failure.code !== 'NOT_FOUND')
    return error;
  // Without them the refusal stands as it is.
  const mailboxes = await mailboxesOf(context).catch(() => []);
  const wanted = named.toLowerCase();
  const isKnown = mailboxes.some(({ id, name, address }) => [id, name, address].includes(wanted));
  if (isKnown || mailboxes.length === 0) return error;
  return hinting(error, `your mailboxes: ${mailboxes.map(({ name }) => name).join(', ')}`);
}

/** A name may look like the end of an id: the name wins, and what is neither is for the daemon to refuse. */
async function wholeId(context: CommandContext, typed: string): Promise<string> {
  const mailboxes = await mailboxesOf(context);
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
  context: CommandContext,
  named: string | undefined,
): Promise<readonly string[]> {
  if (named !== undefined) return [await chooseMailbox(context, named)];
  return (await mailboxesOf(context)).map(({ id }) => id);
}

/** Ids of the named mailboxes, for requests that take no names. */
export async function mailboxIds(context: CommandContext, named: readonly string[]): Promise<string[]> {
  const mailboxes = await mailboxesOf(context);
  return named.map((each) => {
    const wanted = each.toLowerCase();
    const found = mailboxes.find(({ id, name, address }) => [id, name, address].includes(wanted));
    if (found) return found.id;
    const ending = isShortId(each) ? matching(each, mailboxes.map(candidateOf)) : [];
    if (ending.length > 0) return onlyOne(each, MAILBOX, ending).id;
    throw new UsageError(`No mailbox named "${each}".`, 'agentmail mailboxes list');
  });
}
