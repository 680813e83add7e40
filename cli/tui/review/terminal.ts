import { usesColours } from '../../output.ts';
import type { World } from '../../world.ts';
import { type Display, openDisplay } from './display.tsx';
import type { Errands } from './errands.ts';
import { sizeOf } from './ink-output.ts';
import type { Action, Away, ReviewState } from './state.ts';

/** Ctrl-L, as in other programs. */
const DRAW_ALL = '\u000c';

interface Parts {
  readonly world: World;
  readonly signal: AbortSignal;
  readonly state: () => ReviewState;
  readonly act: (action: Action) => void;
  readonly fail: (error: unknown) => void;
  readonly errands: Errands;
  /** Starts loads. */
  readonly pump: () => void;
}

/**
 * Has the terminal until the person leaves, or until something else needs it, which is returned. `tell` gets
 * the display while it is open.
 */
export async function takeTerminal(
  { world, signal, state, act, fail, errands, pump }: Parts,
  tell: (display: Display | undefined) => void,
): Promise<Away | undefined> {
  const closed = new AbortController();
  const keys = world.stdin.keys?.(AbortSignal.any([signal, closed.signal]))[Symbol.asyncIterator]();
  // From now on keys are not shown where they are typed: they would move what is drawn.
  await keys?.next();
  const display = openDisplay({
    stdout: world.stdout,
    colours: usesColours(world),
    state,
    painted: (painted) => act({ kind: 'painted', painted }),
    fail,
  });
  tell(display);
  pump();
  try {
    for (let next = await keys?.next(); next && !next.done; next = await keys?.next()) {
      if (next.value === '') act({ kind: 'resized', size: sizeOf(world.stdout) });
      else act({ kind: 'key', sent: next.value });
      if (next.value === '' || next.value === DRAW_ALL) display.drawAll();
      const { errand } = state();
      if (!errand) continue;
      act({ kind: 'errand taken' });
      if (errand.kind === 'edit' || errand.kind === 'suspend') return errand;
      if (errand.kind === 'mouse') display.mouse(errand.on);
      else errands.run(errand);
    }
    return undefined;
  } finally {
    tell(undefined);
    closed.abort();
    await display.close();
    await keys?.return?.();
  }
}
