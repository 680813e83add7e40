/** A click or wheel event; cells count from 1. */
export interface MouseEvent {
  readonly kind: 'click' | 'wheel up' | 'wheel down';
  readonly column: number;
  readonly row: number;
}

/** Clicks and the wheel alone (1000), as decimal numbers (1006). */
export const MOUSE_ON = '\u001b[?1000h\u001b[?1006h';
export const MOUSE_OFF = '\u001b[?1006l\u001b[?1000l';

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send ESC before a report.
const REPORT = /^\u001b\[<(\d+);(\d+);(\d+)([Mm])$/;
/** Shift, alt and control are added to the number of a button. */
const MODIFIERS = 4 | 8 | 16;
const BUTTONS: Readonly<Record<number, MouseEvent['kind']>> = {
  0: 'click',
  64: 'wheel up',
  65: 'wheel down',
};

/** Reads an SGR report; null for other input, undefined for a report that means nothing here. */
export function mouseEvent(sent: string): MouseEvent | null | undefined {
  const report = REPORT.exec(sent);
  if (!report) return null;
  const [, button, column, row, end] = report;
  const kind = BUTTONS[Number(button) & ~MODIFIERS];
  // A release ends what a press began.
  if (!kind || end === 'm') return undefined;
  return { kind, column: Number(column), row: Number(row) };
}
