import { LIMITS } from '../../../shared/contract/limits.ts';
import type { MessageListItem } from '../../../shared/contract/messages.ts';
import type { getHealth } from '../../../shared/contract/platform.ts';
import type { waitForMessage } from '../../../shared/contract/reading.ts';
import { definedFields } from '../../../shared/defined-fields.ts';
import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { CommandContext } from '../../context.ts';
import { UnreachableError } from '../../errors.ts';
import type { MarkQuery } from '../../input/options/marks.ts';

/** Time for a restart of the daemon; a longer absence is reported. */
const RESTART_GRACE_MS = 10_000;
const RECONNECT_PAUSE_MS = 200;
/** An empty answer that comes sooner means that the daemon is stopping. */
const SHORTEST_WAIT_MS = 500;
/** Margin beyond the wait before the daemon counts as unreachable. */
export const ANSWER_MARGIN_MS = 10_000;

interface ArrivalQuery {
  readonly mailbox: string;
  /** Messages after this time count. */
  readonly since: string;
  /** Asks for denied messages too. */
  readonly denials?: Denials | undefined;
  /** Milliseconds since 1970, by the clock of the world. */
  readonly deadline: number;
  readonly access?: TextAccess | undefined;
  /** Kinds of automatic mail that don't count. */
  readonly skipped?: string | undefined;
  readonly marks?: MarkQuery | undefined;
  readonly signal: AbortSignal;
}

/** Denials after this time count; by default all that are open. */
interface Denials {
  readonly since?: string | undefined;
}

/** Limits the text of held mail, and asks for parts of the text. */
type TextAccess = { readonly quarantine_access?: 'metadata'; readonly extract?: string };

/** Mailboxes to wait for together. */
interface WaitingIn {
  /** Time per mailbox after which messages count. */
  readonly since: ReadonlyMap<string, string>;
  readonly denials?: Denials | undefined;
  readonly deadline: number;
  readonly access?: TextAccess;
  readonly skipped?: string | undefined;
  readonly marks?: MarkQuery | undefined;
}

/**
 * Yields messages as they arrive, oldest first, until the deadline. Each round continues after the last
 * message, so none is missed between rounds or while the connection is down.
 */
export async function* arrivals(
  context: CommandContext,
  waiting: ArrivalQuery,
  endpoint: typeof waitForMessage,
): AsyncGenerator<MessageListItem> {
  const { clock } = context.world;
  const { signal } = waiting;
  let { since, denials } = waiting;
  while (!signal.aborted) {
    const left = waiting.deadline - clock.now();
    if (left <= 0) return;
    const askedAt = clock.now();
    const timeout = Math.min(LIMITS.waitSeconds.max, Math.ceil(left / 1000));
    const { message } = await reconnecting(context, signal, (client) =>
      client.call(endpoint, {
        params: { id: waiting.mailbox },
        query: {
          ...{ timeout, since, ...denialsQuery(denials), ...waiting.access },
          ...definedFields({ skip_automatic: waiting.skipped }),
          ...waiting.marks,
        },
        timeoutMs: timeout * 1000 + ANSWER_MARGIN_MS,
        signal,
      }),
    );
    if (message === null) {
      await pauseAfterEarlyAnswer(context, signal, askedAt);
      continue;
    }
    if (message.direction === 'inbound') since = message.created_at;
    else denials = { since: message.review?.open_since };
    yield message;
  }
}

function denialsQuery(denials: Denials | undefined) {
  if (denials === undefined) return {};
  return { denied: true, ...(denials.since !== undefined && { denied_since: denials.since }) } as const;
}

/** Avoids a busy loop with a daemon that is stopping. */
export async function pauseAfterEarlyAnswer(
  { world: { clock } }: CommandContext,
  signal: AbortSignal,
  askedAt: number,
): Promise<void> {
  if (clock.now() - askedAt < SHORTEST_WAIT_MS) await clock.sleep(RECONNECT_PAUSE_MS, signal);
}

/** Yields messages of several mailboxes until the deadline. */
export async function* arrivalsIn(
  context: CommandContext,
  { since, denials, deadline, access, skipped, marks }: WaitingIn,
  endpoint: typeof waitForMessage,
): AsyncGenerator<{ readonly mailbox: string; readonly message: MessageListItem }> {
  const ended = new AbortController();
  const signal = AbortSignal.any([context.world.interrupted, ended.signal]);
  const ask = async (mailbox: string, source: AsyncGenerator<MessageListItem>) => {
    return { mailbox, source, step: await source.next() };
  };
  const asked = new Map(
    [...since].map(([mailbox, from]) => {
      const query = { mailbox, since: from, denials, deadline, access, skipped, marks, signal };
      const source = arrivals(context, query, endpoint);
      return [mailbox, ask(mailbox, source)];
    }),
  );
  try {
    while (asked.size > 0) {
      const { mailbox, source, step } = await Promise.race(asked.values());
      asked.delete(mailbox);
      if (step.done) continue;
      yield { mailbox, message: step.value };
      asked.set(mailbox, ask(mailbox, source));
    }
  } finally {
    ended.abort();
    await Promise.allSettled(asked.values());
  }
}

/**
 * The time from which messages are new, by the daemon's clock: a millisecond ago, because `since` is
 * exclusive and a message of this millisecond is new.
 */
export async function daemonNow(context: CommandContext, endpoint: typeof getHealth): Promise<string> {
  const client = await context.client();
  const { timestamp } = await client.call(endpoint, {});
  return new Date(Date.parse(timestamp) - 1).toISOString();
}

/** Makes the call again, on a daemon found anew, for as long as a restart takes. */
export async function reconnecting<T>(
  context: CommandContext,
  signal: AbortSignal,
  call: (client: Client) => Promise<T>,
): Promise<T> {
  const { clock } = context.world;
  let lostAt: number | undefined;
  for (;;) {
    try {
      return await call(await context.client({ fresh: lostAt !== undefined }));
    } catch (error) {
      if (!mayComeBack(error) || signal.aborted) throw error;
      lostAt ??= clock.now();
      if (clock.now() - lostAt >= RESTART_GRACE_MS) throw error;
      await clock.sleep(RECONNECT_PAUSE_MS, signal);
    }
  }
}

function mayComeBack(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE')
  );
}
