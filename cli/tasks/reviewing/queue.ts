import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import type { listMessages } from '../../../shared/contract/reading.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { isShortId, matching, onlyOne } from '../../input/lookups/ids.ts';
import { mailboxIds } from '../../input/lookups/mailbox.ts';
import { definedFields } from '../../input/options/input.ts';
import { choice, text } from '../../input/options/kinds.ts';

/** The review queue: pending and quarantined messages of every mailbox that the key can access. */

export const HELD_STATES = ['pending_review', 'quarantined'] as const;
export type HeldState = (typeof HELD_STATES)[number];
export type HeldMessage = ReplyOf<typeof listMessages>['messages'][number];

export type QueueEndpoints = {
  readonly listMailboxes: typeof listMailboxes;
  readonly listMessages: typeof listMessages;
};

/** Unlike in other commands, the profile's mailbox isn't the default. */
export const queueMailboxFlag = text(
  '-m, --mailbox <MAILBOX>',
  'Mailbox name or ID. Default: all that the key can access.',
);

/** Filters of the queue. */
export interface QueueScope {
  readonly mailbox?: string | undefined;
  readonly state?: HeldState | undefined;
  readonly direction?: HeldMessage['direction'] | undefined;
  /** Default: oldest. */
  readonly sort?: QueueSort | undefined;
}

export const QUEUE_SORTS = ['oldest', 'newest'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

export const queueFlags = {
  mailbox: queueMailboxFlag,
  state: choice(
    '--state <STATE>',
    'Only messages that wait for review, or only quarantined ones.',
    HELD_STATES,
  ),
  direction: choice('--direction <DIRECTION>', 'Only inbound or only outbound messages.', [
    'inbound',
    'outbound',
  ]),
  sort: choice('--sort <ORDER>', 'Which to list first. Default: oldest.', QUEUE_SORTS),
};

/** State that a message must have for a decision. */
export const STATE_OF_VERB: Readonly<Record<string, HeldState>> = {
  approve: 'pending_review',
  deny: 'pending_review',
  release: 'quarantined',
  block: 'quarantined',
};

/** Error and suggested verbs if the message has the other state. */
const OTHERWISE_DECIDED: Readonly<Record<HeldState, readonly [string, readonly string[]]>> = {
  pending_review: ['The message is quarantined:', ['release', 'block']],
  quarantined: ['The message is held for review:', ['approve', 'deny']],
};

export async function loadQueueEndpoints(): Promise<QueueEndpoints> {
  const [{ listMessages }, { listMailboxes }] = await Promise.all([
    import('../../../shared/contract/reading.ts'),
    import('../../../shared/contract/mailboxes.ts'),
  ]);
  return { listMessages, listMailboxes };
}

/** Held messages, oldest first unless sorted otherwise. */
export async function readQueue(
  context: CommandContext,
  scope: QueueScope,
  endpoints: QueueEndpoints,
): Promise<HeldMessage[]> {
  const states = scope.state === undefined ? HELD_STATES : [scope.state];
  const mailboxes = await mailboxesOf(context, scope, endpoints);
  const lists = mailboxes.flatMap((id) =>
    states.map((state) => heldIn(context, { mailbox: id, state, direction: scope.direction }, endpoints)),
  );
  const held = (await Promise.all(lists)).flat();
  const sign = scope.sort === 'newest' ? -1 : 1;
  return held.sort(
    (a, b) => sign * (a.created_at === b.created_at ? order(a.id, b.id) : order(a.created_at, b.created_at)),
  );
}

async function mailboxesOf(
  context: CommandContext,
  { mailbox }: QueueScope,
  endpoints: QueueEndpoints,
): Promise<string[]> {
  if (mailbox !== undefined) return mailboxIds(context, [mailbox]);
  const client = await context.client();
  const { mailboxes } = await client.call(endpoints.listMailboxes, {});
  return mailboxes.map(({ id }) => id);
}

interface QueuePart extends QueueScope {
  readonly mailbox: string;
  readonly state: HeldState;
}

/** Reads all held messages of a mailbox in one state, page after page. */
async function heldIn(
  context: CommandContext,
  { mailbox: id, state, direction }: QueuePart,
  { listMessages }: QueueEndpoints,
): Promise<HeldMessage[]> {
  const client = await context.client();
  const limit = LIMITS.messagePage.max;
  const held: HeldMessage[] = [];
  for (let before: string | undefined; ; before = held.at(-1)?.id) {
    const query = { status: state, limit, ...definedFields({ before, direction }) };
    const { messages } = await client.call(listMessages, { params: { id }, query });
    held.push(...messages);
    if (messages.length < limit) return held;
  }
}

const HELD = { noun: 'held message', list: 'agentmail review list' };

/** An ID as it was typed, and the part of the queue to search for a short one. */
interface TypedHeld extends QueueScope {
  readonly typed: string;
}

/** Returns the ID of a held message: a full one unchanged, a short one as found in the queue. */
export async function chooseHeld(
  context: CommandContext,
  { typed, ...scope }: TypedHeld,
  endpoints: QueueEndpoints,
): Promise<string> {
  const { UUID_SHAPE } = await import('../../../shared/contract/fields.ts');
  if (UUID_SHAPE.test(typed)) return typed;
  if (!isShortId(typed))
    throw new UsageError(`"${typed}" isn't a message ID.`, `${HELD.list} lists held messages`);
  const found = matching(
    typed,
    (await readQueue(context, scope, endpoints)).map(({ id, sender, subject }) => ({
      id,
      about: `${sender}: ${subject}`,
    })),
  );
  if (found.length === 0 && scope.state !== undefined) {
    const id = await chooseHeld(context, { typed, ...scope, state: undefined }, endpoints);
    const [message, verbs] = OTHERWISE_DECIDED[scope.state];
    throw new UsageError(
      `${message} ${verbs.join(' or ')} it.`,
      `agentmail review ${verbs[0]} ${id.slice(-8)}`,
    );
  }
  return onlyOne(typed, HELD, found).id;
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
