import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { Link, RemoteImage } from '../types.ts';
import { addressesInStyle, followedBy, loadedBy, resolved } from './html-addresses.ts';
import { type HtmlText, TextSink } from './html-text.ts';
import { hiddenClasses, isInvisible, readStyle, wordsOfSheet } from './style.ts';
import { declarationsOf, wordsOfStyle } from './visibility.ts';

/** Text of HTML as displayed, and as a model reads it from the source. */
export interface HtmlContent {
  readonly visible: HtmlText;
  readonly hidden: HtmlText;
  /** Values of attributes, one a line; addresses without their percent encoding. Empty unless asked for. */
  readonly attributes: HtmlText;
  readonly links: readonly Link[];
  readonly images: readonly RemoteImage[];
  /** The document had more links or images than are looked at. */
  readonly truncated: boolean;
}

const MAX_DEPTH = 1000;
const MAX_LINKS = 20_000;
const MAX_LABEL = 300;
/** Shorter values of attributes are words of HTML. */
const SHORTEST_VALUE = 4;
export const VOID_TAGS = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
export const INLINE_TAGS = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Not text, unless a style displays it. */
const NEVER_SHOWN = new Set(['script', 'style']);
/** Shown by some programs, in part: their words are read as hidden ones. */
const HALF_SHOWN = new Set(['noframes', 'iframe', 'object', 'svg', 'math']);
/** Attributes with words that are displayed, by element. */
const SHOWN_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['alt']],
  ['area', ['alt']],
  ['input', ['value', 'placeholder', 'alt']],
  ['textarea', ['placeholder']],
  ['option', ['label']],
  ['optgroup', ['label']],
  ['iframe', ['srcdoc']],
]);
/**
 * A comment that tells its author where a part of the page begins or ends: `start footer`, `/ Button`,
 * `HERO`.
 */
const SECTION_MARK =
  /^[\s=*#>_-]*(?:\/|start|begin|end|close[ds]?|open)?[\s:=*#_-]*(?:of )?(?:[\w-]{1,20} ){0,2}(?:header|pre-?header|footer|hero|body|main|content|copy|copy block|block|logo|button|cta|banner|image|column|row|section|spacer|divider|permission|unsubscribe|table|wrapper|container|module|social|article|nav|menu|title|text)s?[\s:=*#<_\d-]*$/i;
/** Types of an `input` that show no value. Browsers show that of a type with blanks or non-ASCII letters. */
const WITHOUT_VALUE = /^(?:hidden|checkbox|radio|file|color|range|image)$/i;
const STYLE_WITH_WORDS = /quotes|list-style|text-overflow|text-emphasis|\\/i;
const PAINTED_TAGS = new Set('body table thead tbody tfoot tr td th marquee'.split(' '));
export const HIDDEN_TAGS = new Set(['template', 'noscript', 'title', 'datalist']);

export interface Level {
  readonly tag: string;
  readonly hidden: boolean;
  readonly dropped: boolean;
  readonly color: string | null;
  readonly background: string | null;
  /** Why text is hidden: for good, or until an element in it sets a size or colour of its own. */
  readonly gone: boolean;
  readonly tiny: boolean;
  readonly squashed: boolean;
  readonly faint: boolean;
}

const SHOWN = { hidden: false, gone: false, tiny: false, squashed: false, faint: false };
const ROOT: Level = { ...SHOWN, tag: '', dropped: false, color: null, background: null };

interface LinkStart {
  readonly url: string;
  readonly label: string | null;
  readonly start: number;
}

/** A link whose label is still being read. */
interface OpenLink extends LinkStart {
  label: string;
}

/** Reads html in one pass without building a tree, so that deep nesting costs no more than its length. */
export class HtmlReader implements TokenizerCallbacks {
  readonly visible = new TextSink();
  readonly hidden = new TextSink();
  readonly values: TextSink | null;
  readonly links: Link[] = [];
  readonly images: RemoteImage[] = [];
  truncated = false;
  base: string | null = null;
  private readonly source: string;
  protected readonly levels: Level[] = [ROOT];
  protected tag = '';
  private tagStart = 0;
  private attribute = '';
  private value = '';
  protected attributes = new Map<string, string>();
  private sheet = '';
  private readonly classes = new Set<string>();
  private readonly seenValues = new Set<string>();
  protected link: OpenLink | null = null;

  constructor(source: string, withValues: boolean) {
    this.source = source;
    this.values = withValues ? new TextSink() : null;
  }

  protected get level(): Level {
    return this.levels[this.levels.length - 1] ?? ROOT;
  }

  ontext(start: number, end: number): void {
    const level = this.level;
    const text = this.source.slice(start, end);
    if (level.tag === 'style') this.sheet += text;
    if (level.tag !== 'style' || !level.dropped) this.write(text, start, 1);
  }

  ontextentity(code: number, end: number): void {
    this.write(String.fromCodePoint(code), end - 1, 0);
  }

  protected write(text: string, start: number, step: 0 | 1): void {
    const level = this.level;
    if (level.dropped) return;
    (level.hidden ? this.hidden : this.visible).add(text, start, step);
    if (this.link && this.link.label.length < MAX_LABEL) this.link.label += text;
  }

  protected breakLine(offset: number): void {
    const level = this.level;
    if (!level.dropped) (level.hidden ? this.hidden : this.visible).add('\n', offset, 0);
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.source.slice(start, end).toLowerCase();
    this.tagStart = start - 1;
    this.attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.source.slice(start, end).toLowerCase();
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    this.value += this.source.slice(start, end);
  }

  onattribentity(code: number): void {
    this.value += String.fromCodePoint(code);
  }

  onattribend(): void {
    if (!this.attributes.has(this.attribute)) this.attributes.set(this.attribute, this.value);
    if (this.values) this.noteValue(this.values, this.value);
  }

  private noteValue(values: TextSink, value: string): void {
    if (value.length < SHORTEST_VALUE || this.seenValues.has(value)) return;
    this.seenValues.add(value);
    values.add(`${withoutPercents(value)}\n`, this.tagStart, 0);
  }

  onopentagend(end: number): void {
    this.open(end);
  }

  /** Only elements of other namespaces end at once. */
  onselfclosingtag(end: number): void {
    this.open(end);
    const { level } = this;
    if ((this.tag !== 'svg' && this.tag !== 'math') || level.tag !== this.tag) return;
    this.levels.pop();
    this.leave(level);
  }

  protected open(end: number): void {
    const { tag, attributes } = this;
    const level = this.nextLevel(tag);
    this.noteResources(tag, level, end);
    if (!INLINE_TAGS.has(tag)) this.breakLine(this.tagStart);
    if (!VOID_TAGS.has(tag) && this.levels.length < MAX_DEPTH) this.levels.push(level);
    for (const name of SHOWN_ATTRIBUTES.get(tag) ?? []) {
      const text = attributes.get(name);
      if (text && this.shows(name)) this.writeAlternative(text);
    }
    this.noteWordsOfStyle();
  }

  private shows(attribute: string): boolean {
    return attribute !== 'value' || !WITHOUT_VALUE.test(this.attributes.get('type') ?? '');
  }

  /** Quotation marks and bullets can be any text. */
  private noteWordsOfStyle(): void {
    const style = this.attributes.get('style') ?? '';
    if (!STYLE_WITH_WORDS.test(style)) return;
    for (const words of wordsOfStyle(declarationsOf(style))) this.hidden.add(`${words}\n`, this.tagStart, 0);
  }

  protected writeAlternative(text: string): void {
    this.write(` ${text} `, this.tagStart, 0);
  }

  protected nextLevel(tag: string): Level {
    const parent = this.level;
    const style = this.attributes.get('style');
    const facts = style ? readStyle(style) : null;
    const own = this.attributeColors(tag);
    const color = facts?.color ?? own.color ?? parent.color;
    const background = facts?.background ?? own.background ?? parent.background;
    const names = this.classes.size > 0 ? (this.attributes.get('class') ?? '').split(/\s+/, 20) : [];
    const gone =
      parent.gone ||
      HIDDEN_TAGS.has(tag) ||
      HALF_SHOWN.has(tag) ||
      facts?.hidden === true ||
      this.attributes.has('hidden') ||
      names.some((name) => this.classes.has(name));
    const tiny = facts?.tiny ?? parent.tiny;
    const squashed = facts?.squashed ?? parent.squashed;
    const isRepainted = color !== parent.color || background !== parent.background;
    const faint = isRepainted ? isInvisible(color, background) : parent.faint;
    const hidden = gone || tiny || squashed || faint;
    const dropped = parent.dropped || (NEVER_SHOWN.has(tag) && !style);
    return { tag, hidden, dropped, color, background, gone, tiny, squashed, faint };
  }

  /** Browsers heed these attributes on few elements only. */
  protected attributeColors(tag: string): { color?: string; background?: string } {
    const [color, background] = ['color', 'bgcolor'].map((name) =>
      this.attributes.get(name)?.trim().toLowerCase(),
    );
    return {
      ...(color && tag === 'font' && { color }),
      ...(background && PAINTED_TAGS.has(tag) && { background }),
    };
  }

  private noteResources(tag: string, level: Level, end: number): void {
    const { attributes } = this;
    if (this.links.length + this.images.length >= MAX_LINKS) {
      this.truncated = true;
      return;
    }
    for (const url of followedBy(tag, attributes))
      this.addLink({ url, label: null, start: this.tagStart }, end + 1);
    for (const url of loadedBy(tag, attributes)) this.addUnasked(url, this.tagStart);
    if (tag === 'a' || tag === 'area') {
      this.closeLink();
      const url = attributes.get('href')?.trim();
      if (url) this.link = { url, label: '', start: this.tagStart };
    } else if (tag === 'base') {
      const address = attributes.get('href')?.trim();
      if (address) this.base ??= address.startsWith('//') ? `https:${address}` : address;
    } else if (tag === 'img' && attributes.get('src')) {
      const size = (name: string) => {
        const number = Number.parseInt(attributes.get(name) ?? '', 10);
        return Number.isNaN(number) ? null : number;
      };
      const url = attributes.get('src')?.trim() ?? '';
      this.images.push({ url, width: size('width'), height: size('height'), hidden: level.hidden });
    }
  }

  private addLink({ url, label, start }: LinkStart, end: number): void {
    this.links.push({ url: url.slice(0, 4096), label, span: { field: 'html', start, end } });
  }

  private addUnasked(url: string, start: number): void {
    if (this.links.length >= MAX_LINKS || url.startsWith('data:') || url.startsWith('cid:')) return;
    const span = { field: 'html' as const, start, end: start + 1 };
    this.links.push({ url: url.slice(0, 4096), label: null, span, unasked: true });
  }

  protected closeLink(): void {
    if (!this.link) return;
    const { url, label, start } = this.link;
    const end = Math.min(this.source.length, start + url.length + 9);
    this.addLink({ url, label: label.replace(/\s+/g, ' ').trim(), start }, end);
    this.link = null;
  }

  /** Name of the element that ends there. */
  protected closed(start: number, end: number): string {
    return this.source.slice(start, end).toLowerCase();
  }

  onclosetag(start: number, end: number): void {
    const tag = this.closed(start, end);
    if (tag === 'a') this.closeLink();
    if (tag === 'style') this.closeSheet();
    for (let index = this.levels.length - 1; index > 0 && index > this.levels.length - 50; index--) {
      if (this.levels[index]?.tag !== tag) continue;
      for (const level of this.levels.splice(index)) this.leave(level);
      break;
    }
    if (HIDDEN_TAGS.has(tag)) this.hidden.add('\n', start, 0);
    if (!INLINE_TAGS.has(tag)) this.breakLine(start);
  }

  /** Called at the end of each element. */
  protected leave(_level: Level): void {}

  private closeSheet(): void {
    for (const name of hiddenClasses(this.sheet)) this.classes.add(name);
    for (const words of wordsOfSheet(this.sheet)) this.hidden.add(`${words}\n`, this.tagStart, 0);
    for (const url of addressesInStyle(this.sheet)) this.addUnasked(url, this.tagStart);
    this.sheet = '';
  }

  oncomment(start: number, end: number, mark: number): void {
    const comment = this.source.slice(start, end - mark);
    if (!comment.startsWith('[if') && !comment.startsWith('<![') && !SECTION_MARK.test(comment)) {
      this.hidden.add(comment, start, 1);
      this.hidden.add('\n', end, 0);
    }
  }

  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    this.closeLink();
  }
}

const PERCENT = /%[0-9a-f]{2}/i;

function withoutPercents(value: string): string {
  if (!PERCENT.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Splits html into what a person sees and what only a machine reads, and lists its links and images;
 * `withValues` asks for the values of attributes as well.
 */
export function readHtml(source: string, withValues = false): HtmlContent {
  const reader = new HtmlReader(source, withValues);
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(source);
  tokenizer.end();
  return {
    visible: reader.visible.finish(source.length),
    hidden: reader.hidden.finish(source.length),
    attributes: (reader.values ?? new TextSink()).finish(source.length),
    links: reader.links.map((link) => resolved(link, reader.base)),
    images: reader.images,
    truncated: reader.truncated,
  };
}
