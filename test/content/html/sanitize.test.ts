import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { KEPT_ELEMENTS } from '../../../daemon/content/html/lists.ts';
import { sanitizeHtml } from '../../../daemon/content/html/sanitize.ts';
import type { LinkTreatment } from '../../../daemon/content/html/strip.ts';
import { OWN_VECTORS, PLACEMENTS } from './vectors.ts';

/**
 * The same attacks as in `browser.deep.test.ts`, without a browser: a parser reads what the sanitizer wrote.
 */

const HTML = 'http://www.w3.org/1999/xhtml';
const OF_A_PAGE = ['html', 'head', 'body', 'meta'];
const SAFE_ADDRESS = /^(?:https?|mailto|tel|cid):/i;

interface Tree {
  readonly tagName?: string;
  readonly namespaceURI?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Tree[];
}

/** Every element, attribute and address that must not be there. */
function strangeIn(node: Tree): string[] {
  const { tagName: name, attrs = [], childNodes = [] } = node;
  const found = childNodes.flatMap(strangeIn);
  if (name === undefined) return found;
  const isKnown = KEPT_ELEMENTS.has(name) || OF_A_PAGE.includes(name);
  if (!isKnown || node.namespaceURI !== HTML) found.push(name);
  for (const { name: attribute, value } of attrs) {
    const isAddress = attribute === 'href' || attribute === 'src';
    const runs = /^on|^(?:id|srcdoc|srcset|action|formaction|background|ping|poster|http-equiv)$/.test(
      attribute,
    );
    if (runs || (isAddress && !SAFE_ADDRESS.test(value))) found.push(`${name} ${attribute}=${value}`);
    if (attribute === 'src' && !/^cid:/i.test(value)) found.push(`${name} loads ${value}`);
    if (attribute === 'style' && /url|import|expression|image-set|position|[\\@]/i.test(value))
      found.push(`${name} style=${value}`);
  }
  return found;
}

function sanitized(source: string, links: LinkTreatment): string {
  const outcome = sanitizeHtml({ source, active: 'remove', links });
  if (outcome.kind !== 'clean') throw new Error('active content is removed here');
  return outcome.html ?? '';
}

describe('an attack in HTML', () => {
  it.each(OWN_VECTORS)('$id leaves nothing that runs or loads, wherever it is put', ({ payload }) => {
    for (const [placement, place] of PLACEMENTS.entries()) {
      for (const links of ['text', 'guarded'] as const) {
        const html = sanitized(place(payload), links);
        expect([placement, links, strangeIn(parse(html) as Tree)]).toEqual([placement, links, []]);
      }
    }
  });

  it('is found by this check when it is not sanitized, but for those that only deceive other parsers', () => {
    const unseen = OWN_VECTORS.filter(({ payload }) => strangeIn(parse(payload) as Tree).length === 0);
    expect(unseen.map(({ id }) => id)).toEqual([
      'attribute-quotes',
      'target-opener',
      'processing-instruction',
    ]);
  });
});
