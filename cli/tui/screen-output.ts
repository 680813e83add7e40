import { Writable } from 'node:stream';
import type { TextOutput } from '../machine/world.ts';
import { MOUSE_OFF, MOUSE_ON } from './mouse.ts';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** Size of a terminal that doesn't report its own. */
const USUAL_SIZE: ScreenSize = { columns: 80, rows: 24 };

export function sizeOf({ columns, rows }: TextOutput): ScreenSize {
  return { columns: columns || USUAL_SIZE.columns, rows: rows || USUAL_SIZE.rows };
}

/** Cell of the border between two panes. Text of mail can't contain it: control characters are escaped. */
export const BORDER_CELL = '\u0001';
/** A space in a line that has to be drawn as a whole: Ink does so for lines with control characters. */
export const WHOLE_LINE_CELL = '\u0002';

const ENTER = '\u001b[?1049h';
const LEAVE = '\u001b[?1049l';
const HOME = '\u001b[H';
const ERASE_BELOW = '\u001b[J';
const ERASE_REST = '\u001b[K';
const WRAP_ON = '\u001b[?7h';
const WRAP_OFF = '\u001b[?7l';
const PASTE_OFF = '\u001b[?2004l';

/**
 * stdout for Ink. Terminals disagree about the width of some characters, so lines end at the edge instead of
 * wrapping, and the border between panes goes to its own column in each line. With the alternate screen it
 * also enters and leaves the modes that Ink doesn't know.
 */
export class ScreenOutput extends Writable {
  readonly isTTY = true;
  readonly #output: TextOutput;
  readonly #borderColumn: () => number;
  #reportsMouse = false;
  /** Goes before the next write; null drops it. */
  #prefix: string | null = '';

  constructor(output: TextOutput, borderColumn = () => 1) {
    super({ decodeStrings: false });
    this.#output = output;
    this.#borderColumn = borderColumn;
  }

  get columns(): number {
    return sizeOf(this.#output).columns;
  }

  get rows(): number {
    return sizeOf(this.#output).rows;
  }

  /** Makes the terminal report the mouse, or select text with it. */
  reportMouse(on: boolean): void {
    this.#reportsMouse = on;
    this.#output.write(on ? MOUSE_ON : MOUSE_OFF);
  }

  /** Erases the terminal with the next write. What `forget` writes, for the old frame, is dropped. */
  eraseWithNext(forget: () => void): void {
    this.#prefix = null;
    forget();
    this.#prefix = `${HOME}${ERASE_BELOW}`;
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    const enter = `${ENTER}${HOME}${WRAP_OFF}${this.#reportsMouse ? MOUSE_ON : ''}`;
    const leave = `${MOUSE_OFF}${PASTE_OFF}${WRAP_ON}${LEAVE}`;
    const shown = text
      .replaceAll(BORDER_CELL, `${ERASE_REST}\u001b[${this.#borderColumn()}G│`)
      .replaceAll(WHOLE_LINE_CELL, ' ')
      .replace(ENTER, enter)
      .replace(LEAVE, leave);
    if (shown !== '' && this.#prefix !== null) {
      this.#output.write(`${this.#prefix}${shown}`);
      this.#prefix = '';
    }
    done();
  }
}
