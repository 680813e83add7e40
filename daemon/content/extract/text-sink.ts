import { type Extent, mostText } from './outcome.ts';

/** Collects text up to a limit; readers stop when it's full. */
export class LimitedText {
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

  /** UTF-16 units collected. */
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

/** Normalises line ends, and removes control characters and unpaired surrogates. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?|\f/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .toWellFormed()
    .trim();
}
