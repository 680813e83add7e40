/** Allowed parts of outgoing HTML. Anything that isn't named here is left out. */

/** Elements of the HTML namespace that stay. None of them has content that is not parsed as HTML. */
export const KEPT_ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn
  dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol
  p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(
    /\s+/,
  ),
);

/** Elements whose content goes with them: it is no text for readers, or not HTML. */
export const DROPPED_WHOLE: ReadonlySet<string> = new Set(
  `applet audio base canvas embed frame frameset head iframe link math meta noembed noframes object param script style
  svg template title track video`.split(/\s+/),
);

/** Elements that cannot be taken out without changing what the mail does, by the category of the refusal. */
export const ACTIVE_ELEMENTS: ReadonlyMap<string, ActiveCategory> = new Map([
  ['script', 'script'],
  ...named('iframe', 'iframe frame frameset fencedframe portal'),
  ...named('form', 'form input button select textarea option optgroup datalist output keygen'),
  ...named('unsafe_element', 'object embed applet base link'),
]);

export const ACTIVE_CATEGORIES = [
  'script',
  'iframe',
  'form',
  'event_handler',
  'javascript_url',
  'unsafe_element',
] as const;
export type ActiveCategory = (typeof ACTIVE_CATEGORIES)[number];

function named(category: ActiveCategory, names: string): [string, ActiveCategory][] {
  return names.split(' ').map((name) => [name, category]);
}

/** Attributes that stay on every element; they hold no addresses and no code. */
export const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(
  `abbr align alt aria-hidden aria-label aria-labelledby bgcolor border bordercolor cellpadding cellspacing char charoff
  clear color colspan compact datetime dir face height hspace lang noshade nowrap reversed role rowspan rules scope size
  span start summary title type valign value vspace width`.split(/\s+/),
);

/** Attributes that a browser reads as an address, or as several. */
export const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  `action archive background by cite classid codebase data dynsrc formaction from href icon longdesc lowsrc manifest
  ping poster profile src srcset to usemap values xlink:href`.split(/\s+/),
);

/** Style properties that lay out and colour an ordinary letter, and can neither load nor cover anything. */
const KEPT_PROPERTIES: ReadonlySet<string> = new Set(
  `background background-color border-collapse border-spacing box-shadow box-sizing caption-side clear color column-gap
  direction display empty-cells float gap height hyphens letter-spacing line-break line-height list-style
  list-style-position list-style-type max-height max-width min-height min-width opacity order outline outline-color
  outline-style outline-width overflow overflow-wrap overflow-x overflow-y quotes row-gap tab-size table-layout
  unicode-bidi vertical-align visibility white-space width word-break word-spacing word-wrap zoom`.split(
    /\s+/,
  ),
);
const KEPT_FAMILIES =
  /^(?:align|border|flex|font|justify|margin|padding|place|text)(?:-[a-z-]+)?$|^mso-[a-z-]+$|^-(?:webkit|ms|moz)-text-size-adjust$|^-ms-interpolation-mode$/;
/** In those families, but with a picture in it. */
const PICTURED = /^border-image/;

export function isKeptProperty(name: string): boolean {
  return (KEPT_PROPERTIES.has(name) || KEPT_FAMILIES.test(name)) && !PICTURED.test(name);
}

/** Functions of style values that only compute. */
export const KEPT_FUNCTIONS: ReadonlySet<string> = new Set(
  'calc hsl hsla linear-gradient max min radial-gradient rgb rgba'.split(' '),
);
