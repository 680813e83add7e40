import type { RemovedCategory } from '../../../shared/contract/messages.ts';
import { DROPPED_WHOLE, KEPT_ATTRIBUTES, KEPT_ELEMENTS } from './lists.ts';
import { filterStyle } from './styles.ts';
import {
  attributeName,
  attributeOf,
  childrenOf,
  type Element,
  isElement,
  isHtmlElement,
  type Node,
} from './tree.ts';

/** How links are kept: `text` keeps only their text, `guarded` keeps them clickable. */
export type LinkTreatment = 'text' | 'guarded';

/** Text, or an element and its content. */
export type Part = string | KeptElement;
export interface KeptElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly parts: readonly Part[];
}

/** Rebuilds nodes from the lists; nothing else of the source is copied. */
export class Stripper {
  readonly removed = new Set<RemovedCategory>();
  readonly #links: LinkTreatment;

  constructor(links: LinkTreatment) {
    this.#links = links;
  }

  parts(nodes: readonly Node[]): Part[] {
    return nodes.flatMap((node) => this.#part(node));
  }

  #part(node: Node): Part[] {
    if (node.nodeName === '#text' && 'value' in node) return [node.value];
    if (node.nodeName === '#comment' && 'data' in node) {
      // Mail programs that read conditional comments would have shown this.
      if (/^\s*\[if/i.test(node.data)) this.removed.add('unsupported_elements');
      return [];
    }
    return isElement(node) ? this.#element(node) : [];
  }

  #element(element: Element): Part[] {
    const name = element.tagName;
    if (!isHtmlElement(element) || !KEPT_ELEMENTS.has(name)) return this.#unsupported(element);
    if (name === 'img') return this.#image(element);
    return [{ name, attributes: this.attributes(element), parts: this.parts(childrenOf(element)) }];
  }

  #unsupported(element: Element): Part[] {
    const name = element.tagName.toLowerCase();
    const category = categoryOf(name);
    if (category) this.removed.add(category);
    return DROPPED_WHOLE.has(name) || !isHtmlElement(element) ? [] : this.parts(childrenOf(element));
  }

  /** Pictures of the mail itself; others leave their description. */
  #image(element: Element): Part[] {
    const source = attributeOf(element, 'src')?.trim() ?? '';
    if (attributeOf(element, 'srcset') !== undefined) this.removed.add('remote_image');
    if (CONTENT_ID.test(source)) {
      return [{ name: 'img', attributes: [['src', source], ...this.attributes(element)], parts: [] }];
    }
    if (source !== '') this.removed.add('remote_image');
    const description = attributeOf(element, 'alt')?.trim() ?? '';
    return description === '' ? [] : [description];
  }

  attributes(element: Element): [string, string][] {
    const kept: [string, string][] = [];
    for (const attribute of element.attrs) {
      const name = attributeName(attribute);
      if (KEPT_ATTRIBUTES.has(name)) kept.push([name, attribute.value]);
      else if (name === 'style') kept.push(...this.#style(attribute.value));
      else if (name === 'background') this.removed.add('remote_image');
      else if (name === 'href' && element.tagName === 'a') kept.push(...this.#link(attribute.value));
    }
    return kept;
  }

  #style(value: string): [string, string][] {
    const { style, filtered, picture } = filterStyle(value);
    if (filtered) this.removed.add('filtered_styles');
    if (picture) this.removed.add('remote_image');
    return style === '' ? [] : [['style', style]];
  }

  #link(value: string): [string, string][] {
    const address = value.trim();
    if (PERSONAL_LINK.test(address)) return [['href', address]];
    if (this.#links === 'guarded' && WEB_LINK.test(address)) {
      return [
        ['href', address],
        ['target', '_blank'],
        ['rel', 'noopener noreferrer nofollow'],
      ];
    }
    if (address !== '') this.removed.add('external_link');
    return [];
  }
}

const CONTENT_ID = /^cid:[^\s"'<>]{1,500}$/i;
/** Addresses that open a letter or a call, never a page. */
const PERSONAL_LINK = /^(?:mailto:[^\s"'<>]{1,2000}|tel:[+\d().-]{1,40})$/i;
const WEB_LINK = /^https?:\/\/[^\s"'<>]{1,4000}$/i;

function categoryOf(name: string): RemovedCategory | null {
  switch (name) {
    case 'style':
      return 'filtered_styles';
    case 'source':
      return 'remote_image';
    // Structure and metadata of a page, which nobody sees.
    case 'html':
    case 'head':
    case 'body':
    case 'meta':
    case 'title':
      return null;
    default:
      return 'unsupported_elements';
  }
}
