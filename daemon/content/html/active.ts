import { ACTIVE_CATEGORIES, ACTIVE_ELEMENTS, type ActiveCategory, URL_ATTRIBUTES } from './lists.ts';
import { hasActiveStyle } from './styles.ts';
import {
  attributeName,
  attributeOf,
  descendants,
  type Element,
  isElement,
  isHtmlElement,
  type ParentNode,
} from './tree.ts';

/** Categories of active content in a tree: scripts, frames, forms and the like. */
export function activeContent(root: ParentNode): ActiveCategory[] {
  const found = new Set<ActiveCategory>();
  for (const node of descendants(root)) {
    if (!isElement(node)) continue;
    const category = ofElement(node);
    if (category) found.add(category);
    for (const attribute of node.attrs) {
      const name = attributeName(attribute);
      if (/^on./.test(name)) found.add('event_handler');
      if (URL_ATTRIBUTES.has(name) && isActiveUrl(attribute.value)) found.add('javascript_url');
      if (name === 'style' && hasActiveStyle(attribute.value)) found.add('script');
    }
  }
  return ACTIVE_CATEGORIES.filter((category) => found.has(category));
}

function ofElement(element: Element): ActiveCategory | undefined {
  const name = element.tagName.toLowerCase();
  if (name === 'script') return isHtmlElement(element) ? 'script' : 'unsafe_element';
  if (name === 'meta') return refreshes(element) ? 'unsafe_element' : undefined;
  return ACTIVE_ELEMENTS.get(name);
}

function refreshes(meta: Element): boolean {
  return attributeOf(meta, 'http-equiv')?.trim().toLowerCase() === 'refresh';
}

/** Characters that browsers overlook in addresses, and invisible ones that only serve to hide a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const OVERLOOKED = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
const ACTIVE_SCHEME =
  /(?:^|[,;])(?:javascript|vbscript|livescript|mocha):|^data:(?:text\/html|text\/xml|image\/svg|application\/(?:xml|xhtml|javascript|ecmascript)|text\/(?:java|ecma)script)/i;

function isActiveUrl(value: string): boolean {
  return ACTIVE_SCHEME.test(value.replace(OVERLOOKED, ''));
}
