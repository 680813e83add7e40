import { Tokenizer } from 'htmlparser2';
import { HIDDEN_TAGS, HtmlReader, INLINE_TAGS, type Level } from './html.ts';
import { isFaint, isTiny, isUnreadable, reorders } from './visibility.ts';

/** A piece of HTML in reading order. */
export interface Piece {
  /**
   * `seen` is text that a person reads, `unseen` text that is hidden from them; `image` and `label` are texts of attributes, `target`
   * the address of a link, `marker` the bullet or number of a list entry, `break` the end of a line.
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
const STRUCK_TAGS = new Set(['s', 'strike', 'del']);
/** Longer styles are not looked through: text in them counts as hidden. */
const LONGEST_STYLE = 2000;
/** Not part of the letter. */
const SKIPPED_TAGS = new Set(['title', 'datalist', 'template']);

class Reading extends HtmlReader {
  readonly pieces: Piece[] = [];
  reordered = false;
  readonly #counts: number[] = [];

  constructor(source: string) {
    super(source, false);
  }

  #add(kind: Piece['kind'], text: string): void {
    const last = this.pieces.at(-1);
    if (last?.kind === kind && (kind === 'seen' || kind === 'unseen')) {
      this.pieces[this.pieces.length - 1] = { kind, text: last.text + text };
    } else if (kind !== 'break' || last?.kind !== 'break') this.pieces.push({ kind, text });
  }

  protected override write(text: string, start: number, step: 0 | 1): void {
    super.write(text, start, step);
    const { dropped, hidden, tag } = this.level;
    if (!dropped && !SKIPPED_TAGS.has(tag)) this.#add(hidden ? 'unseen' : 'seen', text);
  }

  protected override breakLine(offset: number): void {
    super.breakLine(offset);
    if (!this.level.dropped) this.#add('break', '\n');
  }

  protected override writeAlternative(text: string): void {
    if (!this.level.dropped) this.#add('image', text);
  }

  protected override open(end: number): void {
    super.open(end);
    if (this.level.dropped) return;
    const { tag, attributes } = this;
    for (const name of LABELS) {
      const text = attributes.get(name)?.trim();
      if (text) this.#add('label', text);
    }
    if (tag === 'ol') this.#counts.push(Number.parseInt(attributes.get('start') ?? '1', 10) || 1);
    if (tag === 'ul') this.#counts.push(Number.NaN);
    if (tag === 'li') this.#mark();
  }

  #mark(): void {
    const count = this.#counts.pop() ?? Number.NaN;
    const own = Number.parseInt(this.attributes.get('value') ?? '', 10);
    const number = Number.isNaN(own) ? count : own;
    this.#counts.push(number + 1);
    this.#add('marker', Number.isNaN(number) ? '-' : `${number}.`);
  }

  protected override nextLevel(tag: string): Level {
    const level = super.nextLevel(tag);
    const style = this.attributes.get('style') ?? '';
    const face = this.attributes.get('face') ?? '';
    if (style !== '' && reorders(style, INLINE_TAGS.has(tag))) this.reordered = true;
    if (tag === 'bdo' || this.attributes.get('dir')?.trim().toLowerCase() === 'rtl') this.reordered = true;
    const gone =
      this.level.gone === true ||
      style.length > LONGEST_STYLE ||
      HIDDEN_TAGS.has(tag) ||
      STRUCK_TAGS.has(tag) ||
      this.attributes.has('hidden') ||
      (style !== '' && isUnreadable(style)) ||
      (face !== '' && isUnreadable(`font-family:${face}`));
    // A size of its own makes text readable again, as in columns whose row has none.
    const tiny = isTiny(style) ?? this.level.tiny === true;
    return { ...level, gone, tiny, hidden: gone || tiny || isFaint(level.color, level.background) };
  }

  protected override closeLink(): void {
    if (this.link && !this.level.dropped) {
      this.pieces.push({ kind: 'target', text: this.link.url, of: this.link.label });
    }
    super.closeLink();
  }

  override onclosetag(start: number, end: number): void {
    super.onclosetag(start, end);
    if (/^[ou]l$/i.test(this.closed(start, end))) this.#counts.pop();
  }

  /** Nobody is shown a comment. */
  override oncomment(): void {}
}

/** Reads HTML in one pass, as text in the order of the source. */
export function readingOf(source: string): HtmlReading {
  const reader = new Reading(source);
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(source);
  tokenizer.end();
  return { pieces: reader.pieces, reordered: reader.reordered };
}

/** The reading without texts of attributes, and with links shortened to the host or mailbox that they lead to. */
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
  let line = '';
  const append = (piece: string) => {
    line += line === '' || line.endsWith(' ') ? piece : ` ${piece}`;
  };
  for (const { kind, text, of = '' } of pieces) {
    const said = text.replace(/[ \t\r\n\f]+/g, ' ');
    if (kind === 'break') {
      lines.push(line.trim());
      line = '';
    } else if (kind === 'seen' || said.trim() === '') line += said;
    else if (kind === 'marker') append(`${said} `);
    else if (kind !== 'target') append(`[${kind === 'unseen' ? 'hidden' : kind}: ${said.trim()}]`);
    else if (!sameAddress(of, said)) append(`<${said.slice(0, LONGEST_TARGET)}>`);
  }
  lines.push(line.trim());
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
