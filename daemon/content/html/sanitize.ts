import type { RemovedCategory } from '../../../shared/contract/messages.ts';
import { textFromHtml } from '../mime/html-text.ts';
import { activeContent } from './active.ts';
import type { ActiveCategory } from './lists.ts';
import { type KeptElement, type LinkTreatment, type Part, Stripper } from './strip.ts';
import { attributeOf, type Element, isElement, readHtml } from './tree.ts';
import { writeParts } from './write.ts';

/** Untrusted HTML, and the rules for its readers. */
export interface HtmlTask {
  readonly source: string;
  /** `refuse`: active content is a reason not to send; `remove`: it is left out, for readers. */
  readonly active: 'refuse' | 'remove';
  readonly links: LinkTreatment;
}

export type HtmlOutcome =
  | {
      readonly kind: 'clean';
      /** Null when neither text nor picture is left. */
      readonly html: string | null;
      readonly removed: readonly RemovedCategory[];
    }
  | { readonly kind: 'active'; readonly categories: readonly ActiveCategory[] };

/**
 * Rebuilds HTML from listed elements, attributes and styles, as a standards parser reads it. The result is
 * parsed and checked again, so that it can't look different to the next parser. Throws when the source can't
 * be parsed or the check fails.
 */
export function sanitizeHtml({ source, active, links }: HtmlTask): HtmlOutcome {
  const document = readHtml(source);
  const categories = active === 'refuse' ? activeContent(document) : [];
  if (categories.length > 0) return { kind: 'active', categories };
  const root = document.childNodes.find(isElement);
  const stripper = new Stripper(links);
  // Comments before, between and after head and body are lost as well.
  stripper.parts([...document.childNodes, ...(root?.childNodes ?? [])].filter((node) => !isElement(node)));
  const html = root ? writeParts(rebuild(root, stripper, DOCUMENT.test(source))) : '';
  const removed = [...stripper.removed].sort();
  assertStable(html, links);
  const blank = textFromHtml(html).trim() === '' && !html.includes('<img ');
  return { kind: 'clean', html: blank ? null : `${doctypeOf(html)}${html}`, removed };
}

/** A page of its own, not a piece of one. */
const DOCUMENT = /<(?:!doctype|html|body)\b/i;

function doctypeOf(html: string): string {
  return html.startsWith('<html') ? '<!DOCTYPE html>' : '';
}

function rebuild(root: Element, stripper: Stripper, whole: boolean): Part[] {
  const [head, body] = ['head', 'body'].map((name) =>
    root.childNodes.filter(isElement).find((element) => element.tagName === name),
  );
  // For what it takes out of it; nothing of it stays but the width of small screens.
  stripper.parts(head?.childNodes ?? []);
  const parts = stripper.parts(body?.childNodes ?? []);
  if (!whole || !body) return parts;
  return [
    element('html', stripper.attributes(root), [
      element('head', [], [element('meta', [['charset', 'utf-8']], []), ...viewport(head)]),
      element('body', stripper.attributes(body), parts),
    ]),
  ];
}

function element(name: string, attributes: KeptElement['attributes'], parts: readonly Part[]): KeptElement {
  return { name, attributes, parts };
}

const VIEWPORT = /^[\w\s=.,;-]{1,200}$/;

function viewport(head: Element | undefined): Part[] {
  for (const meta of head?.childNodes.filter(isElement) ?? []) {
    const content = attributeOf(meta, 'content');
    const names = meta.tagName === 'meta' && attributeOf(meta, 'name')?.trim().toLowerCase() === 'viewport';
    if (names && content !== undefined && VIEWPORT.test(content)) {
      return [
        element(
          'meta',
          [
            ['name', 'viewport'],
            ['content', content],
          ],
          [],
        ),
      ];
    }
  }
  return [];
}

/** Throws when sanitizing the result would change it. */
function assertStable(html: string, links: LinkTreatment): void {
  const document = readHtml(html);
  const again = new Stripper(links);
  again.parts(document.childNodes);
  const active = activeContent(document);
  if (active.length > 0 || again.removed.size > 0) {
    throw new Error(`the result is not clean: ${[...active, ...again.removed].join(', ')}`);
  }
}
