import { SECOND } from './clock.ts';

/** Lines of one kind per window. Strangers cause lines for free: a connection and QUIT writes one. */
const LINES = 10;
const WINDOW = 1 * SECOND;

interface LogWindow {
  lines: number;
  suppressed: number;
}

/** Calls back when a window ends. */
export type EndOfWindow = (callback: () => void) => void;

const inRealTime: EndOfWindow = (callback) => {
  setTimeout(callback, WINDOW).unref();
};

/** Limits how often lines of one kind are logged. The kind is the message text, a constant of the program. */
export class LineRate {
  readonly #windows = new Map<string, LogWindow>();
  readonly #endOfWindow: EndOfWindow;

  constructor(endOfWindow = inRealTime) {
    this.#endOfWindow = endOfWindow;
  }

  /** Whether to log a line now. `summarize` is called once when the window ends, if it suppressed lines. */
  permits(kind: string, summarize: (suppressed: number) => void): boolean {
    const open = this.#windows.get(kind);
    if (!open) {
      const window: LogWindow = { lines: 1, suppressed: 0 };
      this.#windows.set(kind, window);
      this.#endOfWindow(() => {
        this.#windows.delete(kind);
        if (window.suppressed > 0) summarize(window.suppressed);
      });
      return true;
    }
    if (open.lines < LINES) {
      open.lines += 1;
      return true;
    }
    open.suppressed += 1;
    return false;
  }
}
