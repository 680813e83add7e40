import stringWidth from 'string-width';

/** Emulates enough of a terminal to show the screen of full-screen programs. */

export interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  /** Number of one of the eight colours; undefined for the terminal's own. */
  readonly colour: number | undefined;
}

export interface ScreenCell {
  /** Empty behind a wide character. */
  readonly text: string;
  readonly style: Style;
}

const PLAIN: Style = { bold: false, dim: false, underline: false, inverse: false, colour: undefined };
const BLANK: ScreenCell = { text: ' ', style: PLAIN };
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal is told begins with ESC.
const SEQUENCE = /^\u001b\[([?>]?)([\d;]*)([A-Za-z])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const COPY = /^\u001b\]52;c;([A-Za-z0-9+/=]*)\u0007/;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export class TerminalScreen {
  readonly columns: number;
  readonly rows: number;
  /** Whether the alternate screen is shown. */
  isAlternate = false;
  isCursorHidden = false;
  /** Whether the program gets what the mouse does. */
  reportsMouse = false;
  /** How often the bell rang; within other text it's a control character. */
  bells = 0;
  /** Text that the program put into the clipboard. */
  clipboard: string | undefined;
  #cells: ScreenCell[][] = [];
  #row = 0;
  #column = 0;
  #style = PLAIN;
  #isWrapping = true;
  readonly #widthOf: (grapheme: string) => number;

  constructor(columns: number, rows: number, widthOf: (grapheme: string) => number = stringWidth) {
    this.columns = columns;
    this.rows = rows;
    this.#widthOf = widthOf;
    this.#clear();
  }

  get cells(): readonly (readonly ScreenCell[])[] {
    return this.#cells;
  }

  /** Lines as text, without the spaces at their ends. */
  get lines(): string[] {
    return this.#cells.map((row) =>
      row
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
  }

  write(text: string): void {
    if (text === '\u0007') {
      this.bells += 1;
      return;
    }
    for (let rest = text; rest !== ''; ) {
      const sequence = SEQUENCE.exec(rest);
      if (sequence) {
        this.#control(sequence[1] ?? '', sequence[2] ?? '', sequence[3] ?? '');
        rest = rest.slice(sequence[0].length);
        continue;
      }
      const copied = COPY.exec(rest);
      if (copied) {
        this.clipboard = atob(copied[1] ?? '');
        rest = rest.slice(copied[0].length);
        continue;
      }
      const isControl = /^\p{Cc}/u.test(rest);
      const end = rest.search(/\p{Cc}/u);
      const part = isControl ? rest.slice(0, 1) : rest.slice(0, end === -1 ? undefined : end);
      this.#type(part);
      rest = rest.slice(part.length);
    }
  }

  #type(part: string): void {
    if (part === '\r') this.#column = 0;
    else if (part === '\n') this.#lineFeed();
    else if (/\p{Cc}/u.test(part)) throw new Error(`a control character: ${JSON.stringify(part)}`);
    else for (const { segment } of graphemes.segment(part)) this.#put(segment);
  }

  #lineFeed(): void {
    this.#column = 0;
    this.#row += 1;
    if (this.#row < this.rows) return;
    this.#row = this.rows - 1;
    this.#cells.shift();
    this.#cells.push(this.#blankRow());
  }

  #put(text: string): void {
    const width = Math.max(1, this.#widthOf(text));
    if (this.#column + width > this.columns) {
      if (this.#isWrapping) this.#lineFeed();
      else this.#column = this.columns - width;
    }
    const row = this.#cells[this.#row] ?? [];
    row[this.#column] = { text, style: this.#style };
    for (let more = 1; more < width; more++) row[this.#column + more] = { text: '', style: this.#style };
    this.#column += width;
    if (!this.#isWrapping) this.#column = Math.min(this.#column, this.columns - 1);
  }

  #control(prefix: string, parameters: string, letter: string): void {
    const [first = 0, second = 0] = parameters.split(';').map(Number);
    if (prefix !== '') {
      this.#mode(parameters, letter === 'h');
      return;
    }
    switch (letter) {
      case 'A':
        this.#row = Math.max(0, this.#row - (first || 1));
        break;
      case 'B':
        this.#row = Math.min(this.rows - 1, this.#row + (first || 1));
        break;
      case 'E':
        this.#row = Math.min(this.rows - 1, this.#row + (first || 1));
        this.#column = 0;
        break;
      case 'G':
        this.#column = Math.max(0, (first || 1) - 1);
        break;
      case 'H':
        this.#row = Math.max(0, (first || 1) - 1);
        this.#column = Math.max(0, (second || 1) - 1);
        break;
      case 'J':
        this.#cells = this.#cells.map((row, index) =>
          index > this.#row || first === 2 ? this.#blankRow() : row,
        );
        this.#eraseLine(0);
        break;
      case 'K':
        this.#eraseLine(first);
        break;
      case 'm':
        this.#style =
          parameters === '' ? PLAIN : parameters.split(';').map(Number).reduce(restyled, this.#style);
        break;
      default:
        throw new Error(`an unknown sequence: ${parameters}${letter}`);
    }
  }

  #eraseLine(how: number): void {
    const row = this.#cells[this.#row] ?? [];
    row.fill(BLANK, how === 2 ? 0 : this.#column);
  }

  #mode(parameters: string, isSet: boolean): void {
    if (parameters === '7') this.#isWrapping = isSet;
    if (parameters === '1000') this.reportsMouse = isSet;
    if (parameters === '25') this.isCursorHidden = !isSet;
    if (parameters !== '1049') return;
    this.isAlternate = isSet;
    this.#clear();
  }

  #clear(): void {
    this.#cells = Array.from({ length: this.rows }, () => this.#blankRow());
  }

  #blankRow(): ScreenCell[] {
    return Array.from({ length: this.columns }, () => BLANK);
  }
}

function restyled(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 24) return { ...style, underline: false };
  if (code === 27) return { ...style, inverse: false };
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 };
  if (code === 39) return { ...style, colour: undefined };
  throw new Error(`an unknown style: ${code}`);
}
