import type { Context } from '../../context.ts';
import { usesColours } from '../../output.ts';
import type { QueueSort } from '../../reviewing/queue.ts';
import { openDisplay } from './display.tsx';
import { ReviewEffects, type ReviewEndpoints } from './effects.ts';
import { sizeOf } from './ink-output.ts';
import { reduce } from './reduce.ts';
import { type Action, initialState, isDeciding, type ReviewState } from './state.ts';

/** Ctrl-L, as in other programs. */
const DRAW_ALL = '\u000c';

/** What was decided while the screen was open, by outcome. */
export type ReviewSummary = Readonly<Record<string, number>>;

/** What the command line says about the screen. */
export interface WatchOptions {
  /** Name or id of the only mailbox to show. */
  readonly mailbox: string | undefined;
  readonly sort: QueueSort | undefined;
}

/** Shows the queue on the whole terminal and takes decisions, until the person leaves. */
export async function watchQueue(
  context: Context,
  { mailbox, sort }: WatchOptions,
  endpoints: ReviewEndpoints,
): Promise<ReviewSummary> {
  const { world } = context;
  const ended = new AbortController();
  const signal = AbortSignal.any([world.interrupted, ended.signal]);
  let failure: { readonly error: unknown } | undefined;
  let state = initialState(sizeOf(world.stdout), world.clock.now(), { sort });
  let drawing: NodeJS.Immediate | undefined;

  const fail = (error: unknown) => {
    failure ??= { error };
    ended.abort();
  };
  const draw = () => {
    drawing = undefined;
    display.draw();
  };
  const act = (action: Action) => {
    if (signal.aborted) return;
    const before = state;
    state = reduce(state, action, world.clock.now());
    if (state === before) return;
    if (mayLeave(state)) ended.abort();
    // Many that arrive together are drawn once.
    drawing ??= setImmediate(draw);
    effects.pump();
  };
  const effects = new ReviewEffects({ context, endpoints, mailbox, state: () => state, act, fail, signal });

  const keys = world.stdin.keys?.(signal)[Symbol.asyncIterator]();
  // From now on keys are not shown where they are typed: they would move what is drawn.
  await keys?.next();
  const display = openDisplay({
    stdout: world.stdout,
    colours: usesColours(world),
    state: () => state,
    painted: (painted) => act({ kind: 'painted', painted }),
    fail,
  });
  effects.pump();
  try {
    for (let next = await keys?.next(); next && !next.done; next = await keys?.next()) {
      if (next.value === '') act({ kind: 'resized', size: sizeOf(world.stdout) });
      else act({ kind: 'key', sent: next.value });
      if (next.value === '' || next.value === DRAW_ALL) display.drawAll();
    }
  } finally {
    ended.abort();
    clearImmediate(drawing);
    await display.close();
  }
  if (failure) throw failure.error;
  world.interrupted.throwIfAborted();
  return summaryOf(state);
}

function mayLeave(state: ReviewState): boolean {
  return state.leaving === 'at once' || (state.leaving === 'when answered' && !isDeciding(state));
}

function summaryOf({ rows }: ReviewState): ReviewSummary {
  const counts: Record<string, number> = {};
  for (const { fate } of rows.values()) {
    if (fate.kind === 'decided' && fate.by === 'you') counts[fate.outcome] = (counts[fate.outcome] ?? 0) + 1;
  }
  return counts;
}
