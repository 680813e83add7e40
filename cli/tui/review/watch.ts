import type { Context } from '../../context.ts';
import type { QueueSort } from '../../reviewing/queue.ts';
import type { Display } from './display.tsx';
import { ReviewEffects, type ReviewEndpoints } from './effects.ts';
import { Errands } from './errands.ts';
import { sizeOf } from './ink-output.ts';
import { reduce } from './reduce.ts';
import { type Action, initialState, isDeciding, type ReviewState } from './state.ts';
import { takeTerminal } from './terminal.ts';

/** Decisions while the screen was open, by outcome. */
export type ReviewSummary = Readonly<Record<string, number>>;

/** Options of the screen from the command line. */
export interface WatchOptions {
  /** Name or id of the only mailbox to show. */
  readonly mailbox: string | undefined;
  readonly sort: QueueSort | undefined;
  /** Whether the terminal reports the mouse. */
  readonly mouse: boolean;
}

/** Shows the queue on the whole terminal and takes decisions, until the person leaves. */
export async function watchQueue(
  context: Context,
  { mailbox, sort, mouse }: WatchOptions,
  endpoints: ReviewEndpoints,
): Promise<ReviewSummary> {
  const { world } = context;
  const ended = new AbortController();
  const signal = AbortSignal.any([world.interrupted, ended.signal]);
  let failure: { readonly error: unknown } | undefined;
  let state = initialState(sizeOf(world.stdout), world.clock.now(), { sort, mouse });
  let drawing: NodeJS.Immediate | undefined;

  const fail = (error: unknown) => {
    failure ??= { error };
    ended.abort();
  };
  let display: Display | undefined;
  const draw = () => {
    drawing = undefined;
    // None while another program has the terminal.
    display?.draw();
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

  const errands = new Errands({ context, endpoints, act, write: (text) => world.stdout.write(text) });
  const parts = { world, signal, state: () => state, act, fail, errands, pump: () => effects.pump() };
  const show = () =>
    takeTerminal(parts, (opened) => {
      display = opened;
    });
  try {
    for (let away = await show(); away; away = await show()) {
      await errands.goAway(away);
      act({ kind: 'resized', size: sizeOf(world.stdout) });
    }
  } finally {
    ended.abort();
    clearImmediate(drawing);
    await errands.close();
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
