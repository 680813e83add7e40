import { Tokenizer } from 'htmlparser2';
import { Gap } from './gap.ts';
import { HtmlReader, INLINE_TAGS, type Level, VOID_TAGS } from './html.ts';
import { type Look, lookWithin, ROOT_LOOK } from './look.ts';
import { isWide } from './offsets.ts';
import { TableOrder } from './table-order.ts';
import { type Declarations, declarationsOf, reorders, standsBeside, wordsOfStyle } from './visibility.ts';

/** A piece of HTML in reading order. */
export interface Piece {
  /**
   * `seen` is text that a person reads, `unseen` text that is hidden from them; `image` and `label` are texts
   * of attributes, `target` the address of a link, `marker` the bullet or number of a list entry, `break` the
   * end of a line.
   */
  readonly kind: 'seen' | 'unseen' | 'image' | 'label' | 'target' | 'marker' | 'break';
  readonly text: string;
  /** Of a `target`: the words of the link. */
  readonly of?: string;
}

/** HTML as a reviewer needs to see it. */
export interface HtmlReading {
  readonly pieces: readonly Piece[];
  /** Words may be shown in another order than they are written. */
  readonly reordered: boolean;
}

/** Attributes with text that a mail program may show or read out. */
const LABELS = ['title', 'aria-label', 'summary', 'abbr'];
/** Longer styles are not looked through: text in them counts as hidden. */
const LONGEST_STYLE = 2000;
/** Enough of them in a row can move words away. */
const BLANKS = /(\s{20,})/;
/** Not part of the letter. */
const SKIPPED_TAGS = new Set(['title', 'datalist', 'template']);
/** A `break` between boxes that stand beside each other: digits before and after it look like one number. */
export const BESIDE = '\v';

interface ReadLevel extends Level, Look {
  readonly break: '\n' | typeof BESIDE | null;
  /** Ink before the element, in px of height. */
  readonly ink: number;
}

class Reading extends HtmlReader {
  readonly pieces: Piece[] = [];
  reordered = false;
  readonly #counts: { next: number; letters: boolean }[] = [];
  readonly #tables = new TableOrder();
  #style: Declarations = [];
  /** A raised or lowered digit begins: `^` or `_`, which tell it from the digits before it. */
  #raised = '';
  #break: ReadLevel['break'] = '\n';
  /**
   * Of the last piece, whose text grows with each part of it: reading all of it each time would be quadratic.
   */
  #end = '';
  #hasWords = false;
  readonly #gap = new Gap();
  /** A box before this place moved all that follows out of sight. */
  #isMovedAway = false;

  constructor(source: string) {
    super(source, false);
  }

  get #look(): Look & Partial<ReadLevel> {
    return { ...ROOT_LOOK, ...this.level };
  }

  #add(kind: Piece['kind'], text: string): void {
    const last = this.pieces.at(-1);
    const isJoined = last?.kind === kind && (kind === 'seen' || kind === 'unseen');
    this.#end = text === '' && isJoined ? this.#end : text.slice(-2);
    this.#hasWords = kind === 'seen' && ((isJoined && this.#hasWords) || /\S/.test(text));
    if (isJoined) {
      this.pieces[this.pieces.length - 1] = { kind, text: last.text + text };
    } else if (kind === 'break' && last?.kind === 'break' && text === '\n') {
      this.pieces[this.pieces.length - 1] = { kind, text };
    } else if (kind !== 'break' || last?.kind !== 'break') this.pieces.push({ kind, text });
  }

  protected override write(text: string, start: number, step: 0 | 1): void {
    super.write(text, start, step);
    const { dropped, hidden, tag } = this.level;
    if (dropped || SKIPPED_TAGS.has(tag)) return;
    const last = this.pieces.at(-1);
    const isRaised = last?.kind === 'seen' && /^\p{Nd}/u.test(text) && /\p{Nd}$/u.test(this.#end);
    this.#passGap(text);
    const isUnseen = hidden || this.#isMovedAway;
    this.#add(isUnseen ? 'unseen' : 'seen', isRaised && !isUnseen ? this.#raised + text : text);
    this.#raised = '';
  }

  #passGap(text: string): void {
    const { hidden, isPreformatted } = this.#look;
    for (const part of text.split(BLANKS)) {
      if (!/\S/.test(part)) this.#gap.blank(part, isPreformatted);
      else if (!hidden) {
        this.#isMovedAway ||= this.#gap.isFar;
        this.#gap.words(part);
      }
    }
  }

  protected override breakLine(offset: number): void {
    super.breakLine(offset);
    if (!this.level.dropped && this.#break !== null) this.#add('break', this.#break);
  }

  protected override writeAlternative(text: string): void {
    if (!this.level.dropped) this.#add('image', text);
  }

  protected override open(end: number): void {
    super.open(end);
    if (this.level.dropped) return;
    const { tag, attributes } = this;
    if (INLINE_TAGS.has(tag) && this.#break === '\n') this.breakLine(end);
    for (const name of LABELS) {
      const text = attributes.get(name)?.trim();
      if (text) this.#add('label', text);
    }
    for (const words of wordsOfStyle(this.#style)) this.#add('label', words);
    if (tag === 'ol' || tag === 'ul') this.#beginList(tag);
    if (tag === 'li') this.#mark();
  }

  #beginList(tag: 'ol' | 'ul'): void {
    const type = this.attributes.get('type') ?? '';
    const own = Number.parseInt(this.attributes.get('start') ?? '1', 10);
    const next = tag === 'ul' ? Number.NaN : Number.isNaN(own) ? 1 : own;
    this.#counts.push({ next, letters: /^[ai]$/i.test(type) });
    if (this.attributes.has('reversed')) this.reordered = true;
  }

  #mark(): void {
    const { next, letters } = this.#counts.pop() ?? { next: Number.NaN, letters: false };
    const own = Number.parseInt(this.attributes.get('value') ?? '', 10);
    const number = Number.isNaN(own) ? next : own;
    this.#counts.push({ next: number + 1, letters });
    this.#add('marker', Number.isNaN(number) ? '-' : `${letters ? letterOf(number) : number}.`);
  }

  protected override nextLevel(tag: string): ReadLevel {
    const level = super.nextLevel(tag);
    const source = this.attributes.get('style') ?? '';
    const style = source === '' ? [] : declarationsOf(source);
    this.#style = style;
    this.#break = breakOf(style, INLINE_TAGS.has(tag));
    this.#raised = raisedBy(tag, style) ?? this.#raised;
    if (this.#isReordered(tag, style)) this.reordered = true;
    const { attributes } = this;
    const look = lookWithin(this.#look, { tag, style, attributes, colors: this.attributeColors(tag) });
    const { ink } = this.#gap;
    this.#enter(tag, look);
    // A class hides it, or its style is too long to be parsed whole.
    const isGone = level.gone || source.length > LONGEST_STYLE;
    return { ...level, ...look, ...(isGone && { gone: true, hidden: true }), ink, break: this.#break };
  }

  #enter(tag: string, { room }: Look): void {
    if (tag === 'img') {
      this.#gap.picture(room);
      this.#isMovedAway ||= isWide(room) && this.attributes.has('align');
      return;
    }
    this.#isMovedAway ||= isWide(room);
    this.#gap.open(tag, room);
    if (VOID_TAGS.has(tag)) this.#gap.close(room, this.#gap.ink);
  }

  protected override leave(level: Level): void {
    const { room, ink } = { ...ROOT_LOOK, ink: this.#gap.ink, ...level };
    this.#gap.close(room, ink);
  }

  #isReordered(tag: string, style: Declarations): boolean {
    const isInLine = INLINE_TAGS.has(tag) || this.#hasWords;
    const align = this.attributes.get('align')?.trim().toLowerCase() ?? '';
    return (
      reorders(style, { isInline: isInLine }) ||
      tag === 'bdo' ||
      this.attributes.get('dir')?.trim().toLowerCase() === 'rtl' ||
      (tag === 'table' && align === 'right') ||
      (tag === 'caption' && align === 'bottom') ||
      // A style of a column applies to cells that aren't in it.
      (/^col(?:group)?$/.test(tag) &&
        style.some(([name]) => /^(?:visibility|background|display)/.test(name))) ||
      !this.#tables.isInPlace(tag)
    );
  }

  protected override closeLink(): void {
    if (this.link && !this.level.dropped) {
      this.pieces.push({ kind: 'target', text: this.link.url, of: this.link.label });
      this.#hasWords = false;
    }
    super.closeLink();
  }

  override onclosetag(start: number, end: number): void {
    const tag = this.closed(start, end);
    const isInline = INLINE_TAGS.has(tag);
    const own = (this.level as Partial<ReadLevel>).break;
    this.#break = this.level.tag === tag && own !== undefined ? own : isInline ? null : '\n';
    this.#raised = '';
    super.onclosetag(start, end);
    if (isInline && this.#break === '\n') this.breakLine(end);
    if (/^[ou]l$/.test(tag)) this.#counts.pop();
    if (tag === 'table') this.#tables.leave();
  }

  /** Comments are never displayed. */
  override oncomment(): void {}
}

/** How an element is set off from the text around it. */
function breakOf(style: Declarations, isInline: boolean): ReadLevel['break'] {
  if (isInline) {
    const isBlock = style.some(
      ([name, value]) => name === 'display' && /^(?:block|table|flex|grid|list-item)/.test(value),
    );
    return isBlock ? '\n' : null;
  }
  return standsBeside(style) ? BESIDE : '\n';
}

/** `2` in 10² isn't the last digit of 102. */
function raisedBy(tag: string, style: Declarations): string | null {
  if (tag === 'sup') return '^';
  if (tag === 'sub') return '_';
  const value = style.find(([name]) => name === 'vertical-align')?.[1] ?? '';
  if (value === 'sub') return '_';
  return value === 'super' || /\d/.test(value) ? '^' : null;
}

function letterOf(number: number): string {
  return number >= 1 && number <= 26 ? String.fromCharCode(96 + number) : String(number);
}

/** Reads HTML in one pass, as text in the order of the source. */
export function readingOf(source: string): HtmlReading {
  const reader = new Reading(source);
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(source);
  tokenizer.end();
  return { pieces: reader.pieces, reordered: reader.reordered };
}

/**
 * The reading without texts of attributes, and with links shortened to the host or mailbox that they lead to.
 */
export function withoutMarkup({ pieces, reordered }: HtmlReading): HtmlReading {
  const kept = pieces.flatMap((piece): Piece[] => {
    if (piece.kind === 'label' || piece.kind === 'image') return [];
    if (piece.kind !== 'target' || sameAddress(piece.of ?? '', piece.text)) return [piece];
    const place =
      /^(?:https?:\/\/[\w.:-]{1,255}|mailto:[\w.+%-]{1,64}@[\w.-]{1,255}|tel:[+\d().-]{1,40})/i.exec(
        piece.text,
      );
    return place ? [{ ...piece, text: place[0].toLowerCase() }] : [];
  });
  return { pieces: kept, reordered };
}

/** Characters of an address that are shown; what follows the host and path is for machines. */
const LONGEST_TARGET = 200;

/** The reading as text, with what a person would not see in brackets. */
export function textOfReading({ pieces }: HtmlReading): string {
  const lines: string[] = [];
  // Joined once: endsWith() on a growing string copies it each time.
  let line: string[] = [];
  const add = (piece: string) => {
    if (piece !== '') line.push(piece);
  };
  const append = (piece: string) => add(line.at(-1)?.endsWith(' ') === false ? ` ${piece}` : piece);
  const endLine = () => {
    lines.push(line.join('').trim());
    line = [];
  };
  for (const { kind, text, of = '' } of pieces) {
    const said = text.replace(/[ \t\r\n\f]+/g, ' ');
    if (kind === 'break') endLine();
    else if (kind === 'seen' || said.trim() === '') add(said);
    else if (kind === 'marker') append(`${said} `);
    else if (kind !== 'target') append(`[${kind === 'unseen' ? 'hidden' : kind}: ${said.trim()}]`);
    else if (!sameAddress(of, said)) append(`<${said.slice(0, LONGEST_TARGET)}>`);
  }
  endLine();
  return lines
    .join('\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether a label is the address itself, which needs no telling. */
export function sameAddress(label: string, target: string): boolean {
  const plain = (address: string) =>
    address
      .trim()
      .toLowerCase()
      .replace(/^(?:mailto:|tel:|https?:\/\/)/, '')
      .replace(/\/$/, '');
  return plain(label) === plain(target);
}
