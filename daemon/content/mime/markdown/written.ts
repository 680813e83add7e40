import { escapedText } from './escaped.ts';
import { MARK } from './marks.ts';
import { linksGivenOnce } from './once.ts';

/** Replaces marks by Markdown, and escapes text that would be read as such. */
export function written(marked: string): string {
  const writer = new LineWriter();
  return linksGivenOnce(marked)
    .split('\n')
    .map((line) => writer.line(line))
    .join('\n');
}

const PREFIX = /^(?:\u{f0010} ?|\u{f0015}|\u{f0012} |\u{f0013}\d+\u{f0014} |\u{f0011}+ |\u{f0016}+| )+/u;
const RULE = /^[\u{f0017}\u{f0018}]+$/u;
const TOKEN = /[\u{f0001}-\u{f003f}]|[^\u{f0001}-\u{f003f}]+/gu;
const SYNTAX: Readonly<Record<string, string>> = {
  [MARK.quote]: '>',
  [MARK.heading]: '#',
  [MARK.bullet]: '-',
  [MARK.number]: '',
  [MARK.dot]: '.',
  [MARK.indent]: ' ',
  [MARK.fence]: '`',
  [MARK.pipe]: '|',
  [MARK.dash]: '-',
};

/** Marks that begin and end emphasis, and how it is written. */
const EMPHASIS: Readonly<Record<string, readonly [kind: string, change: 1 | -1]>> = {
  [MARK.strongStart]: ['**', 1],
  [MARK.strongEnd]: ['**', -1],
  [MARK.emphasisStart]: ['*', 1],
  [MARK.emphasisEnd]: ['*', -1],
  [MARK.deletedStart]: ['~~', 1],
  [MARK.deletedEnd]: ['~~', -1],
};

/** Writes lines in their order; emphasis and code can go over several. */
class LineWriter {
  readonly #depth = new Map<string, number>();
  #isFenced = false;
  #isCode = false;
  #isTarget = false;
  /** Emphasis that is begun in this line, outermost first. */
  #open: string[] = [];
  #openBeforeLink = 0;
  #isPlain = false;
  #isRow = false;
  #space = '';
  #code = '';
  #out = '';

  line(line: string): string {
    const [prefix = ''] = PREFIX.exec(line) ?? [];
    const isFence = prefix.includes(MARK.fence);
    const content = line.slice(prefix.length);
    const start = prefixOf(prefix, this.#isFenced && !isFence);
    if (isFence) {
      this.#isFenced = !this.#isFenced;
      return start;
    }
    if (this.#isFenced) return `${start}${content.replace(TOKEN, withoutSyntax)}`;
    if (RULE.test(content)) return `${start}${content.replace(TOKEN, (token) => SYNTAX[token] ?? token)}`;
    this.#isPlain = prefix.includes(MARK.heading);
    this.#isRow = content.startsWith(MARK.pipe);
    for (const [token] of content.matchAll(TOKEN)) this.#token(token);
    if (this.#isCode) this.#writeCode();
    this.#emphasize([]);
    const text = this.#out;
    this.#out = '';
    this.#space = '';
    return `${start}${text}`;
  }

  #token(token: string): void {
    const emphasis = EMPHASIS[token];
    if (emphasis !== undefined) this.#count(...emphasis);
    else if (token === MARK.codeStart) this.#isCode = true;
    else if (token === MARK.codeEnd) {
      this.#writeCode();
      this.#isCode = false;
    } else if (token === MARK.linkStart) this.#startLink();
    else if (token === MARK.linkTarget) this.#startTarget();
    else if (token === MARK.linkEnd) this.#endTarget();
    else if (SYNTAX[token] !== undefined) this.#writeSyntax(SYNTAX[token]);
    // Marks of replies have no place in the line.
    else if (/^[\u{f0001}-\u{f0006}]$/u.test(token)) this.#out += token;
    else if (this.#isTarget) this.#out += token;
    else if (this.#isCode) this.#code += token;
    else this.#text(token);
  }

  #count(kind: string, change: 1 | -1): void {
    this.#depth.set(kind, Math.max((this.#depth.get(kind) ?? 0) + change, 0));
  }

  #text(text: string): void {
    const words = text.trim();
    this.#space += text.slice(0, text.length - text.trimStart().length);
    if (words === '') return;
    this.#begin();
    this.#out += escapedText(words, { isAtStart: !hasWords(this.#out), isRow: this.#isRow });
    this.#space = text.slice(text.trimEnd().length);
  }

  /**
   * Writes what goes before the next words: the end of emphasis, the space, and the beginning of emphasis.
   */
  #begin(): void {
    this.#emphasize(
      this.#isPlain ? [] : [...this.#depth].filter(([, depth]) => depth > 0).map(([kind]) => kind),
    );
  }

  #emphasize(wanted: readonly string[]): void {
    while (this.#open.length > this.#openBeforeLink && this.#open.some((kind) => !wanted.includes(kind))) {
      this.#out += this.#open.pop() ?? '';
    }
    if (hasWords(this.#out)) this.#out += this.#space;
    this.#space = '';
    for (const kind of wanted) {
      if (this.#open.includes(kind)) continue;
      this.#open.push(kind);
      this.#out += kind;
    }
  }

  #writeSyntax(syntax: string): void {
    this.#emphasize([]);
    this.#out += syntax;
    this.#space = '';
  }

  #startLink(): void {
    this.#begin();
    this.#openBeforeLink = this.#open.length;
    // It would be a picture.
    if (this.#out.endsWith('!')) this.#out = `${this.#out.slice(0, -1)}\\!`;
    this.#out += '[';
  }

  #startTarget(): void {
    if (this.#isCode) this.#writeCode();
    while (this.#open.length > this.#openBeforeLink) this.#out += this.#open.pop() ?? '';
    this.#openBeforeLink = 0;
    this.#space = '';
    this.#isTarget = true;
    this.#out += '](';
  }

  #endTarget(): void {
    this.#isTarget = false;
    this.#out += ')';
  }

  #writeCode(): void {
    const code = this.#code.trim();
    this.#code = '';
    if (code === '') return;
    this.#begin();
    const hasTicks = code.includes('`');
    const fence = hasTicks ? '`'.repeat(longestTicks(code) + 1) : '`';
    const inner = this.#isRow ? code.replaceAll('|', '\\|') : code;
    this.#out += hasTicks ? `${fence} ${inner} ${fence}` : `${fence}${inner}${fence}`;
  }
}

function prefixOf(prefix: string, isFenced: boolean): string {
  // Spaces of the sender would make code of a line; in code they count.
  const kept = isFenced ? prefix : prefix.replace(/^ +| +(?= )/g, '');
  return [...kept].map((mark) => SYNTAX[mark] ?? mark).join('');
}

function withoutSyntax(token: string): string {
  return /^[\u{f0010}-\u{f003f}]$/u.test(token) ? '' : token;
}

function longestTicks(code: string): number {
  let longest = 0;
  for (const [ticks] of code.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}

/** More than marks of replies. */
function hasWords(out: string): boolean {
  return /[^\u{f0001}-\u{f0006}]/u.test(out);
}
