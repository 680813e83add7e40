import { Seeded } from '../../../mail/review/seeded.ts';
import { HIDING_STRUCTURES, SEEN_STRUCTURES } from './structures.ts';
import { HIDING_STYLES, ORDINARY_STYLES, PARTLY_HIDING_STYLES } from './styles.ts';

/** The word of a letter whose visibility is asked for, and one of the same width with other letters. */
export const WORD = 'nhrbkd';
export const OTHER_WORD = 'kbdrhn';

const SEED = 20_261_127;

/** HTML in which `~` is the place of the word. */
type Place = (style: string) => string;

const quoted = (style: string) => `style="${style.replaceAll('"', '&quot;')}"`;

/** Elements that can have the style, around the word or farther out. */
const PLACES: readonly Place[] = [
  (style) => `<p ${quoted(style)}>~</p>`,
  (style) => `<p>See <span ${quoted(style)}>~</span> here.</p>`,
  (style) => `<div ${quoted(style)}><table width="100%"><tr><td><p>~</p></td></tr></table></div>`,
  (style) => `<table><tr><td ${quoted(style)}>~</td></tr></table>`,
  (style) => `<table ${quoted(style)}><tr><td><b>~</b></td></tr></table>`,
  (style) => `<ul><li ${quoted(style)}>~</li></ul>`,
];

/** Elements around others, which take a style each. */
const NESTS: readonly Place[] = [
  (style) => `<div ${quoted(style)}>~</div>`,
  (style) => `<table ${quoted(style)}><tr><td>~</td></tr></table>`,
  (style) => `<table><tr><td ${quoted(style)}>~</td></tr></table>`,
  (style) => `<blockquote ${quoted(style)}>~</blockquote>`,
  (style) => `<center ${quoted(style)}>~</center>`,
];

function within(around: string, inner: string): string {
  return around.replace('~', () => inner);
}

/** Two to four styles around each other, of which each hides in part. */
function mixtures(count: number): string[] {
  const random = new Seeded(SEED);
  return Array.from({ length: count }, (_, index) => {
    const depth = 2 + (index % 3);
    // Half of them repeat a property, whose parts add up.
    const first = random.pick(PARTLY_HIDING_STYLES);
    const [property = ''] = first.split(':');
    const alike = PARTLY_HIDING_STYLES.filter((style) => style.startsWith(`${property}:`));
    let html = random.pick(PLACES)(first);
    for (let level = 1; level < depth; level++) {
      const style = random.pick(index % 2 === 0 ? alike : PARTLY_HIDING_STYLES);
      html = within(random.pick(NESTS)(style), html);
    }
    return html;
  });
}

/** A hiding style among ordinary ones, deep in the layout of a newsletter. */
function buried(count: number): string[] {
  const random = new Seeded(SEED + 1);
  return Array.from({ length: count }, () => {
    const hiding = random.pick(HIDING_STYLES);
    const ordinary = random.pick(ORDINARY_STYLES);
    const style = random.below(2) === 0 ? `${hiding};${ordinary}` : `${ordinary};${hiding}`;
    let html = random.pick(PLACES)(style);
    for (let level = random.below(3); level > 0; level--)
      html = within(random.pick(NESTS)(random.pick(ORDINARY_STYLES)), html);
    return html;
  });
}

/** About 2,000 pieces of HTML that try to hide their word, or to show one that programs lose. */
export function tricks(): string[] {
  const single = HIDING_STYLES.flatMap((style, index) => {
    const first = PLACES[index % PLACES.length] as Place;
    const second = PLACES[(index + 1 + (index % (PLACES.length - 1))) % PLACES.length] as Place;
    return [first(style), second(style)];
  });
  const nested = HIDING_STRUCTURES.map((html) =>
    within('<table width="100%"><tr><td>~</td></tr></table>', html),
  );
  return [
    ...new Set([
      ...single,
      ...HIDING_STRUCTURES,
      ...nested,
      ...SEEN_STRUCTURES,
      ...mixtures(400),
      ...buried(300),
    ]),
  ];
}

/** As many pieces of ordinary mail. */
export function controls(count: number): string[] {
  const random = new Seeded(SEED + 2);
  return Array.from({ length: count }, () => {
    let html = random.pick(PLACES)(ordinary(random));
    for (let level = random.below(4); level > 0; level--)
      html = within(random.pick(NESTS)(ordinary(random)), html);
    return html;
  });
}

/** One to five declarations of different properties. */
function ordinary(random: Seeded): string {
  const byProperty = new Map<string, string>();
  for (let left = 1 + random.below(5); left > 0; left--) {
    const style = random.pick(ORDINARY_STYLES);
    // Two backgrounds are one too many: programs take either.
    byProperty.set((style.split(':', 1)[0] ?? '').replace('background-color', 'background'), style);
  }
  return [...byProperty.values()].join(';');
}

/** A letter with the piece among words that everyone sees. */
export function letter(html: string, word: string): string {
  return `<p>All is well.</p>${html.replaceAll('~', word)}<p>Regards, Ann</p>`;
}
