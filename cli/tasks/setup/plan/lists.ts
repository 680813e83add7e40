import { CommandError } from '../../../errors.ts';
import { sendBatches } from '../../importing/batches.ts';
import {
  ACCOUNT_LISTS,
  accountList,
  type ListAccess,
  type ListedEntries,
  MAILBOX_LISTS,
  mailboxList,
} from '../actual/lists.ts';
import type { Actual } from '../actual/read.ts';
import type { Setup } from '../file/schema.ts';
import { assertNotInterrupted } from '../interrupted.ts';
import {
  type ApplySession,
  type ChangeDirection,
  changeOf,
  type Phase,
  type Planned,
  type PruneKind,
  type SetupStep,
} from './change.ts';
import type { MailboxPair } from './pair.ts';

/** Lists of addresses. What the file doesn't name stays on them, unless it is pruned. */

/** A list of the file, beside that of the daemon. */
interface ListPair {
  readonly path: string;
  readonly kind: PruneKind;
  readonly wanted: readonly string[];
  readonly there: ListedEntries;
  readonly list: (client: ApplySession['client']) => ListAccess;
  readonly adding: ChangeDirection;
  readonly removing: ChangeDirection;
}

const EMPTY: ListedEntries = { all: new Set(), own: new Set() };

export function planAccountLists(setup: Setup, actual: Actual, prune: ReadonlySet<PruneKind>): Planned {
  return together(
    ACCOUNT_LISTS.flatMap((name) => {
      const wanted = setup[name];
      if (wanted === undefined) return [];
      const there = actual.lists[name] ?? EMPTY;
      const list = (client: ApplySession['client']) => accountList(client, name);
      const pair = { path: name, kind: name, wanted, there, list, adding: 'tighten', removing: 'loosen' };
      return [planList(pair as ListPair, prune)];
    }),
  );
}

/** Modes of a mailbox that decide whether a list has an effect. */
interface ListModes {
  readonly recipient_policy_mode: string;
  readonly agent_send_containment: boolean;
  readonly sender_policy_mode: string;
}

export function planMailboxLists(
  { name, wanted, there }: MailboxPair,
  before: ListModes,
  prune: ReadonlySet<PruneKind>,
): Planned {
  const inForce = {
    allowlist: before.recipient_policy_mode === 'allowlist' || before.agent_send_containment,
    sender_allowlist: before.sender_policy_mode === 'allowlist',
  };
  return together(
    MAILBOX_LISTS.flatMap((kind) => {
      const entries = wanted[kind];
      if (entries === undefined) return [];
      const pair: ListPair = {
        path: `mailboxes.${name}.${kind}`,
        kind,
        wanted: entries,
        there: there?.lists[kind] ?? EMPTY,
        list: (client) => mailboxList(client, kind, there?.view.id ?? name),
        // A list that isn't in force yet loosens nothing: agents may write to all of it already.
        adding: inForce[kind] ? 'loosen' : 'neutral',
        removing: 'tighten',
      };
      return [planList(pair, prune)];
    }),
  );
}

function together(parts: readonly Planned[]): Planned {
  return { steps: parts.flatMap(({ steps }) => steps), left: parts.flatMap(({ left }) => left) };
}

function planList(pair: ListPair, prune: ReadonlySet<PruneKind>): Planned {
  const { path, kind, wanted, there, adding, removing } = pair;
  const named = new Set(wanted);
  const missing = wanted.filter((each) => !there.all.has(each));
  const others = [...there.own].filter((each) => !named.has(each));
  const isPruned = prune.has(kind) && others.length > 0;
  const added: SetupStep = {
    change: changeOf({ path, action: 'add', direction: adding, entries: missing }),
    phase: phaseOf(adding),
    run: (session) => addAll(session, pair, missing),
  };
  const removed: SetupStep = {
    change: changeOf({ path, action: 'remove', direction: removing, entries: others }),
    phase: phaseOf(removing),
    loses: async () => (wanted.length === 0 ? 'The list becomes empty.' : null),
    run: (session) => removeAll(session, pair, others),
  };
  return {
    steps: [...(missing.length > 0 ? [added] : []), ...(isPruned ? [removed] : [])],
    left: others.length > 0 && !isPruned ? [{ path, count: others.length, prune: kind }] : [],
  };
}

/** Entries of a list without effect come before the mode that puts it in force. */
function phaseOf(direction: ChangeDirection): Phase {
  return direction === 'neutral' ? 'prepare' : direction;
}

async function addAll(session: ApplySession, pair: ListPair, entries: readonly string[]): Promise<null> {
  const list = pair.list(session.client);
  const { clock, interrupted } = session.context.world;
  let sent = 0;
  const end = await session.context.progress(() => `${pair.path}: ${sent} of ${entries.length}`);
  const resumeAt = await sendBatches(entries, {
    send: async (batch) => {
      await list.add([...batch]);
      sent += batch.length;
    },
    renew: session.renew,
    clock,
    interrupted,
  }).finally(end);
  if (resumeAt === null && sent < entries.length) assertNotInterrupted(session.context.world);
  if (resumeAt !== null) {
    throw new CommandError(`${pair.path}: the hourly budget of lists is used up after ${sent} entries.`, {
      exit: 'transient',
      code: 'RATE_LIMITED',
      details: { reset_at: resumeAt },
      hint: 'apply again then; the owner of the machine has no such budget',
    });
  }
  return null;
}

async function removeAll(
  { client }: ApplySession,
  pair: ListPair,
  entries: readonly string[],
): Promise<null> {
  const list = pair.list(client);
  for (const each of entries) {
    await list.remove(each).catch((error: unknown) => {
      // Someone else removed it.
      if (!(error instanceof CommandError && error.failure.code === 'NOT_FOUND')) throw error;
    });
  }
  return null;
}
