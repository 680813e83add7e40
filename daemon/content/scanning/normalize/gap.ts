import { type BoxRoom, isFar } from './offsets.ts';

/** In px: a line of text and the space around a paragraph, as browsers have them. */
const LINE = 18;
const PARAGRAPH = 16;
/** A blank that keeps its width, and the jump of a tab. */
const BLANK = 4.5;
const TAB = 32;
/** Of text on a wide screen: less than it takes on any other. */
const PER_CHARACTER = 0.2;
/** Pictures of an ordinary letter, between two texts of it, are lower together. */
const TALL_PICTURES = 1200;
const PARAGRAPH_TAGS = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote'.split(' '));

/**
 * The empty room between the last words that a person sees and the next ones. Words below a screen of
 * nothing, or beside a line of blanks, aren't seen by someone who opens the mail.
 */
export class Gap {
  #down = 0;
  #across = 0;
  #pictures = 0;
  #hasLine = false;
  #ink = 0;

  /** Whether words that follow are too far from the last visible ones to count as seen. */
  get isFar(): boolean {
    return isFar(this.#down) || isFar(this.#across) || this.#pictures >= TALL_PICTURES;
  }

  /** Height of all that was seen so far. */
  get ink(): number {
    return this.#ink;
  }

  open(tag: string, room: BoxRoom): void {
    this.#down += room.above + (PARAGRAPH_TAGS.has(tag) ? PARAGRAPH : 0);
    if (tag === 'br') this.#newLine();
    else if (PARAGRAPH_TAGS.has(tag) || room.height > 0) this.#endLine();
  }

  /** Ends an element. `before` is the ink at its start. */
  close({ below, height }: BoxRoom, before: number): void {
    const blank = Math.max(0, height - (this.#ink - before));
    this.#down += below + blank;
    this.#ink += blank;
  }

  picture({ height, above, below }: BoxRoom): void {
    this.#pictures += height + above + below;
    this.#ink += height;
  }

  /** Text that isn't words: blanks, of which some keep their width, and lines without any. */
  blank(text: string, isPreformatted: boolean): void {
    const kept = isPreformatted ? /[\t \u00a0]/g : /\u00a0/g;
    for (const [character] of text.matchAll(kept)) this.#across += character === '\t' ? TAB : BLANK;
    if (!isPreformatted && this.#across > 0 && !this.#hasLine) this.#newLine({ keepsAcross: true });
    if (isPreformatted) for (const _ of text.matchAll(/\n/g)) this.#newLine();
  }

  words(text: string): void {
    this.#down = 0;
    this.#across = 0;
    this.#pictures = 0;
    this.#ink += (this.#hasLine ? 0 : LINE) + text.length * PER_CHARACTER;
    this.#hasLine = true;
  }

  #newLine({ keepsAcross = false } = {}): void {
    this.#down += LINE;
    this.#hasLine = keepsAcross;
    if (!keepsAcross) this.#across = 0;
  }

  #endLine(): void {
    this.#hasLine = false;
    this.#across = 0;
  }
}
