import { type Declarations, pxOf } from './visibility.ts';

/** Space that moves words out of the sight of someone who opens the mail. */

/** In px: one side of a box, or what nested boxes add up to. No letter has this much between two words. */
const FAR = 500;
/** Boxes and letters of this size leave no room for others on a screen; pictures and tables are smaller. */
const HUGE_BOX = 2000;
const HUGE_LETTER = 300;
/** Of a unit that depends on the size of letters or boxes around it. */
const AROUND = 100;

const SPACES =
  /^(?:padding|margin|border(?!-radius|-collapse)|text-indent|(?:column-|row-)?gap|word-spacing|letter-spacing)/;
const BOXES = /^(?:min-)?(?:height|width)$/;
const LETTERS = /^(?:font|font-size|line-height|tab-size)$/;
const SPACE_ATTRIBUTES = ['cellpadding', 'cellspacing', 'border', 'hspace', 'vspace'];
const BOX_ATTRIBUTES = ['height', 'width', 'size'];

/** The largest length of a value, in px; shorthands have several. */
function largest(value: string): number {
  return Math.max(0, ...value.split(/[\s,/]+/).map((part) => pxOf(part, AROUND) ?? 0));
}

/** Space around words in an element with this style and these attributes, in px. */
export function offsetOf(style: Declarations, attributes: ReadonlyMap<string, string>): number {
  const ofStyle = style.map(([name, value]) => (SPACES.test(name) ? largest(value) : 0));
  const ofAttributes = SPACE_ATTRIBUTES.map((name) => numberOf(attributes.get(name)));
  return Math.max(0, ...ofStyle, ...ofAttributes);
}

/** Whether the offset alone moves words away. */
export function isFar(offset: number): boolean {
  return offset >= FAR;
}

/** Whether the element takes the whole screen, so that nobody sees what follows it. */
export function fillsScreen(style: Declarations, attributes: ReadonlyMap<string, string>): boolean {
  return (
    BOX_ATTRIBUTES.some((name) => numberOf(attributes.get(name)) >= HUGE_BOX) ||
    style.some(
      ([name, value]) =>
        (BOXES.test(name) && largest(value) >= HUGE_BOX) ||
        (LETTERS.test(name) && largest(value.replace(/(?:^|\s)[1-9]00(?=\s)/g, ' ')) >= HUGE_LETTER),
    )
  );
}

function numberOf(value: string | undefined): number {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isNaN(number) ? 0 : number;
}
