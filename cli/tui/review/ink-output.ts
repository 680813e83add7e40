import { Writable } from 'node:stream';
import type { TextOutput } from '../../world.ts';
import type { Size } from './state.ts';

/** Size where a terminal does not tell its own. */
const USUAL_SIZE: Size = { columns: 80, rows: 24 };

export function sizeOf({ columns, rows }: TextOutput): Size {
  return { columns: columns || USUAL_SIZE.columns, rows: rows || USUAL_SIZE.rows };
}

const ALTERNATE_SCREEN = '\u001b[?1049h';
const HOME = '\u001b[H';
const CLEAR_BELOW = '\u001b[J';

/** The terminal as Ink wants it: a stream that knows its size. */
export class InkOutput extends Writable {
  readonly isTTY = true;
  readonly #output: TextOutput;

  constructor(output: TextOutput) {
    super({ decodeStrings: false });
    this.#output = output;
  }

  get columns(): number {
    return sizeOf(this.#output).columns;
  }

  get rows(): number {
    return sizeOf(this.#output).rows;
  }

  override _write(text: string, _encoding: string, done: (error?: Error | null) => void): void {
    // Ink draws where the cursor is, which the alternate screen takes over from the other one.
    this.#output.write(text.replace(ALTERNATE_SCREEN, `${ALTERNATE_SCREEN}${HOME}`));
    done();
  }

  /** For what is drawn next to be all that there is. */
  clear(): void {
    this.#output.write(`${HOME}${CLEAR_BELOW}`);
  }
}
