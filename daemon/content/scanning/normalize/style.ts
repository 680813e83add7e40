const SIZE =
  /(?:^|[;\s])(font-size|line-height|(?:max-)?(?:height|width))\s*:\s*(\d*\.?\d+)(px|pt|r?em|%)?\s*(?:!|;|$)/g;
/** Below these, text or its lines can't be read. */
const SMALLEST_PX = 1;
const SMALLEST_EM = 0.2;
export const NOT_SHOWN =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?\s*(?:!|;|$)|mso-hide\s*:\s*all|text-indent\s*:\s*-\d{3,}|(?:left|top|right|bottom)\s*:\s*-\d{3,}|clip(?:-path)?\s*:\s*(?:rect\(0|inset\((?:50|100)%)/;
/** Hides from Outlook alone: all other programs show it, as with buttons that have a twin for Outlook. */
const OUTLOOK_ONLY = /mso-hide\s*:\s*all/g;
const CLIPPED = /overflow(?:-[xy])?\s*:\s*hidden/;
const COLOR = /(?:^|[;\s])color\s*:\s*([^;!]{3,40})/;
const BACKGROUND = /background(?:-color)?\s*:\s*([^;!]{3,40})/;
/** A picture or gradient behind the text, whose colours the style doesn't tell. */
const PICTURE = /background(?:-image)?\s*:[^;]{0,200}(?:url|gradient)\(/;
const UNKNOWN_BACKGROUND = 'unknown';

const NAMED: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  transparent: 'transparent',
};

function canonicalColor(value: string): string {
  const color = value.trim().toLowerCase();
  const named = NAMED[color];
  if (named) return named;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+(0?\.?\d+))?\s*\)$/.exec(color);
  if (!rgb) return color;
  if (rgb[4] !== undefined && Number(rgb[4]) === 0) return 'transparent';
  const hex = rgb.slice(1, 4).map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/** Effect of an inline style on its element. */
export interface StyleFacts {
  /** Taken out of sight by position, display or an empty box: elements in it can't undo that. */
  readonly hidden: boolean;
  /** Font too small to read; null where the style doesn't set a size. Elements in it may set their own. */
  readonly tiny: boolean | null;
  /** Lines lie on each other; null where the style doesn't set their height. */
  readonly squashed: boolean | null;
  readonly color: string | null;
  readonly background: string | null;
}

const DISGUISE = /\/\*[\s\S]*?\*\/|\\(?:([0-9a-f]{1,6})\s?|(.))/gi;

/** A style without comments and escapes, as a browser understands it; longer ones are cut. */
export function plainStyle(style: string): string {
  const plain = style.slice(0, 2000);
  if (!plain.includes('\\') && !plain.includes('/*')) return plain.toLowerCase();
  return plain
    .replace(DISGUISE, (_all, hex: string | undefined, character: string | undefined) => {
      if (hex === undefined && character === undefined) return ' ';
      const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
      const said = code > 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : (character ?? '');
      // These would look like syntax.
      return /["'();]/.test(said) ? '' : said;
    })
    .toLowerCase();
}

interface Size {
  readonly name: string;
  readonly number: number;
  readonly unit: string | undefined;
}

/**
 * Whether a size leaves nothing of text to read. `line-height: 1`, `1.6em` and `font-size: 100%` are shares
 * of another size. A box of one px is an ordinary spacer unless it cuts off its text.
 */
function isNothing({ name, number, unit }: Size, clipped: boolean): boolean {
  const isBox = /height$|width$/.test(name) && name !== 'line-height';
  if (isBox) return number === 0 || (clipped && number <= SMALLEST_PX && unit === 'px');
  if (unit === '%') return number < 100 * SMALLEST_EM;
  const isShare = unit === 'em' || unit === 'rem' || (unit === undefined && name === 'line-height');
  return isShare ? number < SMALLEST_EM : number <= SMALLEST_PX;
}

function sizesOf(declarations: string): Pick<StyleFacts, 'tiny' | 'squashed'> & { empty: boolean } {
  const clipped = CLIPPED.test(declarations);
  let [tiny, squashed, empty]: [boolean | null, boolean | null, boolean] = [null, null, false];
  for (const [, name = '', number, unit] of declarations.matchAll(SIZE)) {
    const nothing = isNothing({ name, number: Number(number), unit }, clipped);
    if (name === 'font-size') tiny = nothing;
    else if (name === 'line-height') squashed = nothing;
    else empty ||= nothing;
  }
  return { tiny, squashed, empty };
}

/** Reads the declarations that decide whether a person sees the text. */
export function readStyle(style: string): StyleFacts {
  const declarations = plainStyle(style);
  const color = COLOR.exec(declarations)?.[1];
  const background = BACKGROUND.exec(declarations)?.[1];
  const { tiny, squashed, empty } = sizesOf(declarations);
  return {
    hidden: empty || NOT_SHOWN.test(declarations.replace(OUTLOOK_ONLY, '')),
    tiny,
    squashed,
    color: color ? canonicalColor(color) : null,
    background: PICTURE.test(declarations)
      ? UNKNOWN_BACKGROUND
      : background
        ? canonicalColor(background.split(/\s+(?:url|no-repeat)/)[0] ?? background)
        : null,
  };
}

/** Whether text without further styles in it is hidden. */
function hides(style: string): boolean {
  const { hidden, tiny, squashed } = readStyle(style);
  return hidden || tiny === true || squashed === true;
}

/** Text in the colour of its background, or in no colour at all, is not seen. */
export function isInvisible(color: string | null, background: string | null): boolean {
  if (color === null) return false;
  return color === 'transparent' || color === (background ?? '#ffffff');
}

const CLASS_RULE = /\.([\w-]{1,64})[^{},]{0,100}\{([^{}]{0,400})\}/g;
const MAX_SHEET = 50_000;

/** Classes that a style sheet hides; rules for some screens only do not count. */
export function hiddenClasses(sheet: string): Set<string> {
  const always = sheet.slice(0, MAX_SHEET).split('@media')[0] ?? '';
  const names = new Set<string>();
  for (const [, name, body] of always.matchAll(CLASS_RULE)) {
    if (name && body && hides(body)) names.add(name);
  }
  return names;
}

const CONTENT = /\bcontent\s*:\s*([^;}]{1,2000})/gi;
const QUOTED = /"([^"]*)"|'([^']*)'/g;
const WORD = /[\p{L}\p{N}]{2}/u;

/** Words that a style sheet puts before or after elements. */
export function wordsOfSheet(sheet: string): string[] {
  if (!sheet.includes('content')) return [];
  const values = Array.from(sheet.slice(0, MAX_SHEET).matchAll(CONTENT), ([, value = '']) => value);
  return values
    .flatMap((value) => Array.from(value.matchAll(QUOTED), ([, double, single]) => double ?? single ?? ''))
    .filter((text) => WORD.test(text));
}
