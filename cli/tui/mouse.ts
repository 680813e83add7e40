/** A click or wheel event; cells count from 1. */
export interface MouseEvent {
  readonly kind: 'click' | 'wheel up' | 'wheel down';
  readonly column: number;
  readonly row: number;
}

/** Clicks and the wheel only (1000), in decimal (1006). */
export const MOUSE_ON = '\u001b[?1000h\u001b[?1006h';
export const MOUSE_OFF = '\u001b[?1006l\u001b[?1000l';

/** A paste, which may contain anything, or a report. */
const PASTE_OR_REPORT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send ESC before both.
  /\u001b\[200~[\s\S]*?(\u001b\[201~|$)|\u001b\[<(\d+);(\d+);(\d+)([Mm])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const UNFINISHED = /\u001b\[?<?[\d;]*$/;
/** Shift, Alt and Control, which terminals add to the number of the button. */
const MODIFIERS = 4 | 8 | 16;
const BUTTONS: Readonly<Record<number, MouseEvent['kind']>> = {
  0: 'click',
  64: 'wheel up',
  65: 'wheel down',
};

/** Finds the mouse in the input of a terminal, because Ink drops its reports. */
export class MouseReader {
  readonly #report: (event: MouseEvent) => void;
  #unfinished = '';

  constructor(report: (event: MouseEvent) => void) {
    this.#report = report;
  }

  /** Takes the next part of the input, wherever it is cut. */
  readonly read = (part: string | Buffer): void => {
    const text = this.#unfinished + String(part);
    let end = 0;
    for (const match of text.matchAll(PASTE_OR_REPORT)) {
      const [whole, pasteEnd, button, column, row, kind] = match;
      if (pasteEnd === '') {
        this.#unfinished = whole;
        return;
      }
      end = match.index + whole.length;
      const event = BUTTONS[Number(button) & ~MODIFIERS];
      // `m` is the release that follows a press.
      if (button === undefined || event === undefined || kind === 'm') continue;
      this.#report({ kind: event, column: Number(column), row: Number(row) });
    }
    this.#unfinished = UNFINISHED.exec(text.slice(end))?.[0] ?? '';
  };
}
