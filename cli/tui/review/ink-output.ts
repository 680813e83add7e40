import { Writable } from 'node:stream';
import type { TextOutput } from '../../world.ts';
import { MOUSE_OFF, MOUSE_ON } from '../mouse.ts';
import type { Size } from './state.ts';

/** Size where a terminal does not tell its own. */
const USUAL_SIZE: Size = { columns: 80, rows: 24 };

export function sizeOf({ columns, rows }: TextOutput): Size {
  return { columns: columns || USUAL_SIZE.columns, rows: rows || USUAL_SIZE.rows };
}

/**
 * Stands for the border between the panes until a line is written; no text of mail can hold it, it is written
 * out.
 */
export const BORDER = '\uFFFF';

// Without wrapping, a line that a terminal takes to be longer than it is ends at the edge.
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const LEAVE = '\u001b[?7h\u001b[?1049l\u001b[?25h';
const BEGIN_FRAME = '\u001b[?2026h';
const END_FRAME = '\u001b[?2026l';
const CLEAR = '\u001b[H\u001b[J';
const ERASE_LINE = '\u001b[2K';
const ERASE_REST = '\u001b[K';

const moveTo = (row: number, column: number) => `\u001b[${row};${column}H`;

/**
 * The terminal as Ink wants it: a stream that knows its size. Each write is a frame, of which the lines that
 * changed are drawn, each as a whole and the border at its own column: terminals do not agree how wide some
 * characters are.
 */
export class InkOutput extends Writable {
  readonly isTTY = true;
  readonly #output: TextOutput;
  readonly #borderColumn: () => number;
  #frame: readonly string[] = [];
  /** Undefined when nothing is known of what the terminal shows. */
  #drawn: readonly string[] | undefined;

  constructor(output: TextOutput, borderColumn: () => number) {
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

  /** Takes the whole terminal. */
  open(): void {
    this.#output.write(ENTER);
  }

  close(): void {
    this.#output.write(`${MOUSE_OFF}${LEAVE}`);
  }

  /** Has the terminal report the mouse, or select text with it. */
  mouse(on: boolean): void {
    this.#output.write(on ? MOUSE_ON : MOUSE_OFF);
  }

  /** Draws all of a frame: what a terminal makes of what it shows when its size changes is its own affair. */
  redraw(render: () => void): void {
    this.#drawn = undefined;
    render();
    // Ink does not repeat a frame in which nothing changed.
    if (!this.#drawn) this.#draw();
  }

  override _write(text: string, _encoding: string, done: (error?: Error | null) => void): void {
    if (text !== '') {
      this.#frame = text.split('\n');
      this.#draw();
    }
    done();
  }

  #draw(): void {
    const lines = this.#frame.slice(0, this.rows);
    const drawn = this.#drawn;
    const changes = lines.map((line, index) =>
      line === drawn?.[index] ? '' : `${moveTo(index + 1, 1)}${ERASE_LINE}${this.#bordered(line)}`,
    );
    this.#drawn = lines;
    const text = changes.join('');
    if (text !== '') this.#output.write(`${BEGIN_FRAME}${drawn ? '' : CLEAR}${text}${END_FRAME}`);
  }

  #bordered(line: string): string {
    return line.replace(BORDER, `${ERASE_REST}\u001b[${this.#borderColumn()}G│`);
  }
}
