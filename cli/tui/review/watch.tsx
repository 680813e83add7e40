import type { EventEnvelope } from '../../../shared/contract/events.ts';
import type { CommandContext } from '../../context.ts';
import type { World } from '../../machine/world.ts';
import { usesColours } from '../../output/output.ts';
import { HoldNotifier } from '../../tasks/reviewing/notify.ts';
import type { QueueSort } from '../../tasks/reviewing/queue.ts';
import type { Key } from '../keys.ts';
import { openScreen } from '../screen.tsx';
import { sizeOf } from '../screen-output.ts';
import { createStore } from '../store.ts';
import { ReviewEffects, type ReviewEndpoints } from './effects.ts';
import { Errands } from './errands.ts';
import { borderColumn, layoutOf } from './layout.ts';
import { reduce } from './reduce.ts';
import { ReviewScreen } from './screen.tsx';
import {
  type Action,
  type Errand,
  initialState,
  isDeciding,
  type ReviewState,
  type VisiblePart,
} from './state.ts';
import { hasScheduled } from './undo.ts';
import { say } from './view.ts';

/** Milliseconds between two looks at the time that is left. */
const TICK_MS = 1000;

/** Decisions while the screen was open, by outcome. */
export type ReviewSummary = Readonly<Record<string, number>>;

/** Options of the screen from the command line. */
export interface WatchOptions {
  /** Name or ID of the only mailbox to show. */
  readonly mailbox: string | undefined;
  readonly sort: QueueSort | undefined;
  /** Whether the terminal reports the mouse. */
  readonly mouse: boolean;
  /** Whether holds are shown on the desktop. */
  readonly notify: boolean;
}

/** Shows the queue in full screen and sends decisions, until the person leaves. */
export async function watchQueue(
  context: CommandContext,
  { mailbox, sort, mouse, notify }: WatchOptions,
  endpoints: ReviewEndpoints,
): Promise<ReviewSummary> {
  const { world } = context;
  const { stdout, clock } = world;
  const ended = new AbortController();
  const signal = AbortSignal.any([world.interrupted, ended.signal]);
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
    ended.abort();
  };

  const store = createStore(
    (state: ReviewState, action: Action) => reduce(state, action, clock.now()),
    initialState(sizeOf(stdout), clock.now(), { sort, mouse }),
  );
  const { state } = store;
  const act = (action: Action) => {
    if (signal.aborted) return;
    const before = state();
    store.act(action);
    if (state() === before) return;
    if (mayLeave(state())) ended.abort();
    effects.pump();
  };
  const happened = notify ? desktopOf(world, signal, act) : () => undefined;
  const effects = new ReviewEffects({ context, endpoints, mailbox, state, act, happened, fail, signal });
  const errands = new Errands({ context, endpoints, act, write: (text) => stdout.write(text) });

  const key = (key: Key) => {
    if (key.kind === 'named' && key.name === 'redraw') return screen.redraw();
    act({ kind: 'key', key });
    const { errand } = state();
    if (!errand) return;
    act({ kind: 'errand taken' });
    run(errand).catch(fail);
  };
  const run = async (errand: Errand) => {
    if (errand.kind === 'mouse') screen.output.reportMouse(errand.on);
    else if (errand.kind === 'copy' || errand.kind === 'open') errands.run(errand);
    else {
      await screen.suspend(() => errands.goAway(errand));
      act({ kind: 'resized', size: sizeOf(stdout) });
    }
  };

  const shown: { painted: VisiblePart | undefined } = { painted: undefined };
  const screen = openScreen(world, {
    draw: () => <ReviewScreen store={store} colours={usesColours(world)} shown={shown} />,
    key,
    mouse: (event) => act({ kind: 'mouse', event }),
    resized: (size) => act({ kind: 'resized', size }),
    drawn: () => {
      if (shown.painted) act({ kind: 'painted', painted: shown.painted });
    },
    borderColumn: () => borderColumn(layoutOf(state().size)),
  });
  const stopTicking = tick(state, act);
  if (mouse) screen.output.reportMouse(true);
  effects.pump();
  signal.addEventListener('abort', screen.close);
  if (signal.aborted) screen.close();
  await screen.closed.catch(fail);
  stopTicking();
  ended.abort();
  await errands.close();
  if (failure) throw failure.error;
  world.interrupted.throwIfAborted();
  return summaryOf(state());
}

/** Counts down what a person sees; nothing waits for it. The returned function stops. */
function tick(state: () => ReviewState, act: (action: Action) => void): () => void {
  const timer = setInterval(() => {
    if (hasScheduled(state())) act({ kind: 'tick' });
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Shows events of holds on the desktop. */
function desktopOf(
  world: World,
  signal: AbortSignal,
  act: (action: Action) => void,
): (envelope: EventEnvelope) => void {
  const notifier = new HoldNotifier(world, signal, {
    ring: (bell) => world.stdout.write(bell),
    say: (text) => act({ kind: 'said', said: say(text, 'warning') }),
  });
  return (envelope) => notifier.happened(envelope);
}

function mayLeave(state: ReviewState): boolean {
  return state.leaving === 'at once' || (state.leaving === 'when answered' && !isDeciding(state));
}

function summaryOf({ rows }: ReviewState): ReviewSummary {
  const counts: Record<string, number> = {};
  for (const { fate } of rows.values()) {
    const outcome =
      fate.kind === 'scheduled' ? 'scheduled' : fate.kind === 'decided' ? fate.outcome : undefined;
    if (outcome !== undefined && 'by' in fate && fate.by === 'you')
      counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
