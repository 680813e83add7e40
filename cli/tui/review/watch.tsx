import { Readable } from 'node:stream';
import { render } from 'ink';
import type { Context } from '../../context.ts';
import { usesColours } from '../../output.ts';
import { ReviewEffects, type ReviewEndpoints } from './effects.ts';
import { type Frame, frameOf } from './frame.ts';
import { InkOutput, sizeOf } from './ink-output.ts';
import { reduce } from './reduce.ts';
import { Screen } from './screen.tsx';
import { type Action, initialState, isDeciding, type ReviewState } from './state.ts';

const OPTIONS = {
  interactive: true,
  // Each frame is handed over whole and at once; what of it is drawn is the output's affair.
  debug: true,
  exitOnCtrlC: false,
  patchConsole: false,
} as const;

/** From the last column of the queue to the border, in columns. */
const BORDER_OFFSET = 2;

/** Ctrl-L, as in other programs. */
const DRAW_ALL = '\u000c';

/** What was decided while the screen was open, by outcome. */
export type ReviewSummary = Readonly<Record<string, number>>;

/** Shows the queue on the whole terminal and takes decisions, until the person leaves. */
export async function watchQueue(
  context: Context,
  mailbox: string | undefined,
  endpoints: ReviewEndpoints,
): Promise<ReviewSummary> {
  const { world } = context;
  const colours = usesColours(world);
  const ended = new AbortController();
  const signal = AbortSignal.any([world.interrupted, ended.signal]);
  let failure: { readonly error: unknown } | undefined;
  let state = initialState(sizeOf(world.stdout), world.clock.now());
  let drawing: NodeJS.Immediate | undefined;

  const fail = (error: unknown) => {
    failure ??= { error };
    ended.abort();
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
  let frame: Frame = frameOf(state);
  const output = new InkOutput(world.stdout, () => frame.layout.queue.width + BORDER_OFFSET);
  output.open();
  const screen = () => <Screen frame={frame} {...state.size} colours={colours} />;
  const ink = render(screen(), {
    ...OPTIONS,
    stdout: output,
    // Keys come from the world.
    stdin: Readable.from([]),
    onRender: () => {
      if (frame.painted) act({ kind: 'painted', painted: frame.painted });
    },
  });
  function draw(): void {
    drawing = undefined;
    try {
      frame = frameOf(state);
      ink.rerender(screen());
    } catch (error) {
      fail(error);
    }
  }
  const takeKeys = async () => {
    for (let next = await keys?.next(); next && !next.done; next = await keys?.next()) {
      if (next.value === '') act({ kind: 'resized', size: sizeOf(world.stdout) });
      else act({ kind: 'key', sent: next.value });
      if (next.value === '' || next.value === DRAW_ALL) output.redraw(draw);
    }
  };
  ink.waitUntilExit().catch(fail);
  effects.pump();
  try {
    await takeKeys();
  } finally {
    ended.abort();
    clearImmediate(drawing);
    ink.unmount();
    await ink.waitUntilExit().catch(() => undefined);
    output.close();
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
