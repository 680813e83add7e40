import { Readable } from 'node:stream';
import { render } from 'ink';
import type { TextOutput } from '../../world.ts';
import { type Frame, frameOf } from './frame.ts';
import { InkOutput } from './ink-output.ts';
import { Screen } from './screen.tsx';
import type { Painted, ReviewState } from './state.ts';

const OPTIONS = {
  interactive: true,
  // Each frame is handed over whole and at once; what of it is drawn is the output's affair.
  debug: true,
  exitOnCtrlC: false,
  patchConsole: false,
} as const;

/** From the last column of the queue to the border, in columns. */
const BORDER_OFFSET = 2;

/** The whole terminal, while it shows the review. */
export interface Display {
  /** Shows the state as it is now. */
  draw(): void;
  /** As `draw`, for a terminal of which nobody knows what it shows. */
  drawAll(): void;
  mouse(on: boolean): void;
  /** Gives the terminal back. */
  close(): Promise<void>;
}

export interface DisplayParts {
  readonly stdout: TextOutput;
  readonly colours: boolean;
  readonly state: () => ReviewState;
  /** Told after each frame that shows a message. */
  readonly painted: (painted: Painted) => void;
  readonly fail: (error: unknown) => void;
}

export function openDisplay({ stdout, colours, state, painted, fail }: DisplayParts): Display {
  let frame: Frame = frameOf(state());
  const output = new InkOutput(stdout, () => frame.layout.queue.width + BORDER_OFFSET);
  output.open();
  if (state().mouse) output.mouse(true);
  const screen = () => <Screen frame={frame} {...state().size} colours={colours} />;
  const ink = render(screen(), {
    ...OPTIONS,
    stdout: output,
    // Keys come from the world.
    stdin: Readable.from([]),
    onRender: () => {
      if (frame.painted) painted(frame.painted);
    },
  });
  ink.waitUntilExit().catch(fail);
  const draw = () => {
    try {
      frame = frameOf(state());
      ink.rerender(screen());
    } catch (error) {
      fail(error);
    }
  };
  return {
    draw,
    drawAll: () => output.redraw(draw),
    mouse: (on) => output.mouse(on),
    close: async () => {
      ink.unmount();
      await ink.waitUntilExit().catch(() => undefined);
      output.close();
    },
  };
}
