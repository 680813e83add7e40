import { type Extent, mostText } from './outcome.ts';

/** Gathers text up to the bound; readers stop when it is full. */
export class TextSink {
  readonly #most: number;
  #parts: string[] = [];
  #length = 0;
  #overflowed = false;

  constructor(extent: Extent) {
    this.#most = mostText(extent);
  }

  get full(): boolean {
    return this.#overflowed;
  }

  /** UTF-16 units so far. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    if (this.#overflowed || text === '') return;
    const room = this.#most - this.#length;
    this.#overflowed = text.length > room;
    const part = this.#overflowed ? text.slice(0, room) : text;
    this.#parts.push(part);
    this.#length += part.length;
  }

  get text(): string {
    return cleaned(this.#parts.join(''));
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]/g;

/** Lines end in LF, nothing but text is left, and pairs are whole. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?|\f/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .toWellFormed()
    .trim();
}
