import type { Entity } from './tree.ts';

/** A content part and its file name. */
export type Leaf = { readonly entity: Entity; readonly filename: string | null };

/** Returns the file name of a part; null without one. */
export type NameOf = (entity: Entity) => string | null;

/** Parts of the body as text and as HTML, and attachments. */
export type BodyParts = { readonly text: Leaf[]; readonly html: Leaf[]; readonly attachments: Leaf[] };

/** Lists being filled; null where that form isn't wanted. */
type Lists = { text: Leaf[] | null; html: Leaf[] | null; attachments: Leaf[] };

/** Sorts parts as RFC 8621 4.1.4 suggests. Pictures count as attachments, inline ones too. */
export function bodyParts(root: Entity, nameOf: NameOf): BodyParts {
  const text: Leaf[] = [];
  const html: Leaf[] = [];
  const attachments: Leaf[] = [];
  sort([root], { type: 'mixed', isAlternative: false, nameOf }, { text, html, attachments });
  return { text, html, attachments };
}

/** The multipart around a part. */
interface Multipart {
  readonly type: string;
  /** It is an alternative, or within one. */
  readonly isAlternative: boolean;
  readonly nameOf: NameOf;
}

function sort(parts: Entity[], within: Multipart, lists: Lists): void {
  const textBefore = lists.text?.length ?? 0;
  const htmlBefore = lists.html?.length ?? 0;
  for (const [index, entity] of parts.entries()) {
    if (entity.multipart !== null) {
      const isAlternative = within.isAlternative || entity.multipart === 'alternative';
      // A copy: a form that's excluded below is still wanted here.
      sort(entity.children, { ...within, type: entity.multipart, isAlternative }, { ...lists });
      continue;
    }
    const leaf = { entity, filename: within.nameOf(entity) };
    if (!isBody(leaf, index, within.type)) lists.attachments.push(leaf);
    else addBody(leaf, within, lists);
  }
  if (within.type === 'alternative') fillMissing(lists, textBefore, htmlBefore);
}

export function isHtml(entity: Entity): boolean {
  return entity.contentType.value === 'text/html';
}

function isText(entity: Entity): boolean {
  const { value } = entity.contentType;
  // A multipart without parts is text.
  return value === 'text/plain' || value === 'text/html' || value.startsWith('multipart/');
}

function isBody({ entity, filename }: Leaf, index: number, within: string): boolean {
  if (entity.disposition?.value === 'attachment' || !isText(entity)) return false;
  return index === 0 || (within !== 'related' && filename === null);
}

function addBody(leaf: Leaf, { type, isAlternative }: Multipart, lists: Lists): void {
  const html = isHtml(leaf.entity);
  if (type === 'alternative') {
    (html ? lists.html : lists.text)?.push(leaf);
    return;
  }
  if (isAlternative) {
    if (html) lists.text = null;
    else lists.html = null;
  }
  lists.text?.push(leaf);
  lists.html?.push(leaf);
}

/** An alternative in one form only is used for the other form too. */
function fillMissing({ text, html }: Lists, textBefore: number, htmlBefore: number): void {
  if (text === null || html === null) return;
  if (text.length === textBefore) text.push(...html.slice(htmlBefore));
  else if (html.length === htmlBefore) html.push(...text.slice(textBefore));
}
