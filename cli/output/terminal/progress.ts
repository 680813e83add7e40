import cliTruncate from 'cli-truncate';
import type { World } from '../../machine/world.ts';
import { safeLine } from './safe.ts';

const CLEAR_LINE = '\r\u001b[K';
const REDRAW_MS = 1000;
const DEFAULT_WIDTH = 80;

/** One line on stderr that is replaced in place while a command works. */
export interface ProgressLine {
  draw(): void;
  /** Removes the line, so that other output can take its place. */
  clear(): void;
  end(): void;
}

/** Shows `text()`, again each second, until `end`. */
export function startProgress({ stderr, clock }: World, text: () => string): ProgressLine {
  const draw = () => {
    // A line that fills the last column would wrap, and couldn't be replaced.
    const width = (stderr.columns ?? DEFAULT_WIDTH) - 1;
    stderr.write(`${CLEAR_LINE}${cliTruncate(safeLine(text()), width)}`);
  };
  const clear = () => stderr.write(CLEAR_LINE);
  draw();
  const stop = clock.every?.(REDRAW_MS, draw);
  return {
    draw,
    clear,
    end: () => {
      stop?.();
      clear();
    },
  };
}
