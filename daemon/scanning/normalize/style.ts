const ZERO_SIZE =
  /(?:^|[;\s])(?:font-size|line-height|max-height|max-width|height|width)\s*:\s*0*[01]?(?:\.\d+)?(?:px|pt|em|rem|%)?\s*(?:!|;|$)/;
export const NOT_SHOWN =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?\s*(?:!|;|$)|mso-hide\s*:\s*all|text-indent\s*:\s*-\d{3,}|(?:left|top|right|bottom)\s*:\s*-\d{3,}|clip(?:-path)?\s*:\s*(?:rect\(0|inset\((?:50|100)%)/;
const COLOR = /(?:^|[;\s])color\s*:\s*([^;!]{3,40})/;
const BACKGROUND = /background(?:-color)?\s*:\s*([^;!]{3,40})/;

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

/** What an inline style makes of its element. */
export interface StyleFacts {
  /** Taken out of sight by size, position or display. */
  readonly hidden: boolean;
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

/** Reads the declarations that decide whether a person sees the text. */
export function readStyle(style: string): StyleFacts {
  const declarations = plainStyle(style);
  const color = COLOR.exec(declarations)?.[1];
  const background = BACKGROUND.exec(declarations)?.[1];
  return {
    hidden: NOT_SHOWN.test(declarations) || ZERO_SIZE.test(declarations),
    color: color ? canonicalColor(color) : null,
    background: background ? canonicalColor(background.split(/\s+(?:url|no-repeat)/)[0] ?? background) : null,
  };
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
    if (name && body && readStyle(body).hidden) names.add(name);
  }
  return names;
}
