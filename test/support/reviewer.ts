import type { World } from '../../cli/machine/world.ts';
import { run } from '../../cli/main.ts';
import { testWorld, type WorldOptions } from './cli.ts';
import { TerminalScreen } from './terminal-screen.ts';

/**
 * A person who looks at `agentmail review`, in the test's process: real Ink, a terminal that is only
 * remembered.
 */

export interface ReviewerOptions extends WorldOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Columns that the terminal gives a grapheme; terminals do not agree. */
  readonly widthOf?: (grapheme: string) => number;
  /** Words after `review`. */
  readonly words?: readonly string[];
}

export interface Reviewer {
  /** Presses keys one by one, as fast as the program takes them. */
  press(...keys: readonly string[]): void;
  /** Resolves with the lines once they show something; fails when the program ends before. */
  until(shows: (lines: readonly string[], text: string) => boolean): Promise<readonly string[]>;
  /** Resolves once all of the texts are seen at the same time. */
  sees(...texts: readonly string[]): Promise<readonly string[]>;
  resize(columns: number, rows: number): void;
  readonly screen: () => TerminalScreen;
  /** Everything that was written, to look for what never may be. */
  readonly written: () => string;
  readonly stderr: () => string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number>;
}

const TIMEOUT_MS = 240_000;

export function openReview(options: ReviewerOptions = {}): Reviewer {
  let size = { columns: options.columns ?? 120, rows: options.rows ?? 40 };
  let screen = new TerminalScreen(size.columns, size.rows, options.widthOf);
  let written = '';
  let hasEnded = false;
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const each of [...waiting]) each();
  };
  const pressed: string[] = [];
  let wake = () => {};
  const { world, stderr } = testWorld({
    ...options,
    keys: async function* (signal) {
      signal.addEventListener('abort', () => wake());
      yield '';
      while (!signal.aborted) {
        const key = pressed.shift();
        if (key === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else yield key;
      }
    },
  });
  const terminal: World = {
    ...world,
    stdout: {
      isTTY: true,
      get columns() {
        return size.columns;
      },
      get rows() {
        return size.rows;
      },
      write: (text) => {
        written += text;
        screen.write(text);
        changed();
      },
    },
  };
  const ended = run(['review', ...(options.words ?? [])], terminal).finally(() => {
    hasEnded = true;
    changed();
  });
  const until: Reviewer['until'] = (shows) =>
    new Promise((resolve, reject) => {
      const give = (settle: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        settle();
      };
      const look = () => {
        const { lines } = screen;
        if (shows(lines, lines.join('\n'))) give(() => resolve(lines));
        else if (hasEnded) give(() => reject(new Error(`it has ended:\n${lines.join('\n')}\n${stderr()}`)));
      };
      const timer = setTimeout(
        () => give(() => reject(new Error(`it never showed that:\n${screen.lines.join('\n')}`))),
        TIMEOUT_MS,
      );
      waiting.add(look);
      look();
    });
  return {
    press: (...keys) => {
      pressed.push(...keys);
      wake();
    },
    until,
    sees: (...texts) => until((_, text) => texts.every((each) => text.includes(each))),
    resize: (columns, rows) => {
      size = { columns, rows };
      // A resize may change the terminal's content in any way; the program has to redraw all of it.
      screen = new TerminalScreen(columns, rows, options.widthOf);
      pressed.push('');
      wake();
    },
    screen: () => screen,
    written: () => written,
    stderr,
    ended,
  };
}
