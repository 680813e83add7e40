import type { TextOutput } from '../world.ts';

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** The whole terminal, until it is closed and shows again what it showed before. */
export interface Screen {
  /** Shows lines, each no wider and all together no higher than the terminal. */
  show(lines: readonly string[]): void;
  close(): void;
}

export function openScreen(output: TextOutput): Screen {
  output.write(ENTER);
  return {
    show: (lines) => {
      output.write(`${HOME}${lines.map((line) => `${line}${CLEAR_LINE}`).join('\r\n')}${CLEAR_BELOW}`);
    },
    close: () => output.write(LEAVE),
  };
}
