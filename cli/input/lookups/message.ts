import { LIMITS } from '../../../shared/contract/limits.ts';
import type { CommandContext } from '../../context.ts';
import type { Argument, Flag } from '../options/flag.ts';
import { someWords } from '../options/kinds.ts';
import { chooseId, type IdCandidate, matching, onlyOne } from './ids.ts';
import { searchedMailboxes } from './mailbox.ts';

/** Loads the endpoints that find a message. */
export async function loadMessageLookup() {
  const [{ listMessages }, { listMailboxes }] = await Promise.all([
    import('../../../shared/contract/reading.ts'),
    import('../../../shared/contract/mailboxes.ts'),
  ]);
  return { listMessages, listMailboxes };
}

/** Messages among which a short ID is searched. */
export interface MessageScope {
  /** Default: every mailbox that the key can access. */
  readonly mailbox?: string | undefined;
  readonly firewallBlocked?: true;
}

/** Resolves a message of the mailbox that was typed, or else of any. */
function messageOf(scope: MessageScope = {}): Pick<Argument<string>, 'resolve' | 'lookup'> {
  return {
    lookup: loadMessageLookup,
    resolve: (context, typed, { mailbox }) =>
      chooseMessage(context, typed, {
        ...scope,
        mailbox: typeof mailbox === 'string' ? mailbox : undefined,
      }),
  };
}

const ABOUT = 'Message ID, full or short.';
export const messageArgument: Argument<string> = {
  label: 'MESSAGE',
  about: ABOUT,
  ...messageOf(),
  declares: true,
};
export const blockedMessageArgument: Argument<string> = {
  label: 'MESSAGE',
  about: 'Message ID, or the short ID that messages list --include-firewall-blocked shows.',
  ...messageOf({ firewallBlocked: true }),
  declares: true,
};
/** As typed: the command finds one after the other, and a failure doesn't stop the rest. */
export const messageArguments: Argument<readonly string[]> = {
  ...someWords('MESSAGE', 'Message IDs, full or short.'),
  lookup: loadMessageLookup,
  declares: true,
};
/** As typed, for commands that find the message after they have read their files. */
export const typedMessage: Argument<string> = {
  label: 'MESSAGE',
  about: ABOUT,
  lookup: loadMessageLookup,
  declares: true,
};

/** A flag that takes a message of the command's mailbox. */
export function messageFlag(flags: string, about: string): Flag<string | undefined> {
  return { flags, about, ...messageOf() };
}

/** Returns the ID of a message: a full one unchanged, a short one as found in the mailboxes. */
export async function chooseMessage(
  context: CommandContext,
  typed: string,
  scope: MessageScope = {},
): Promise<string> {
  return chooseId(typed, MESSAGE, () => messagesEndingIn(context, typed, scope));
}

/** Finds a message by its short ID, with its mailbox. */
export async function findMessage(
  context: CommandContext,
  typed: string,
  scope: MessageScope,
): Promise<{ readonly id: string; readonly mailbox: string }> {
  return onlyOne(typed, MESSAGE, await messagesEndingIn(context, typed, scope));
}

/** Searches pending messages last, because lists omit them unless asked for. */
async function messagesEndingIn(
  context: CommandContext,
  typed: string,
  { mailbox, firewallBlocked }: MessageScope,
): Promise<readonly (IdCandidate & { readonly mailbox: string })[]> {
  const { listMessages } = await loadMessageLookup();
  const mailboxes = await searchedMailboxes(context, mailbox);
  const client = await context.client();
  const usual = firewallBlocked ? { include_firewall_blocked: true as const } : {};
  for (const states of [usual, { status: 'pending_review' } as const]) {
    const query = { limit: LIMITS.messagePage.max, ...states };
    const pages = await Promise.all(
      mailboxes.map(async (id) => {
        const { messages } = await client.call(listMessages, { params: { id }, query });
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
