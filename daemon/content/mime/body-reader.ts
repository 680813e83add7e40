import { isHtml, type Leaf } from './body-parts.ts';
import { bytesOf, fieldOf, readTextPart } from './content.ts';
import { readHeaderBlock } from './fields.ts';
import { allTextFromHtml, MAX_HTML_LENGTH } from './html-text.ts';
import { decodedText, withoutControls } from './text.ts';
import type { Defect, Entity } from './tree.ts';
import { splitUuencoded } from './uuencode.ts';

export type ParsedAttachment = {
  /** As named by the sender; not safe as a file name. */
  readonly filename: string | null;
  /** Declared media type, lower case; `text/plain` by default. */
  readonly declaredType: string;
  /** Decoded bytes; a nested message as it is. */
  readonly content: Uint8Array;
  /** With brackets. */
  readonly contentId: string | null;
  readonly disposition: 'inline' | 'attachment';
  /** True for inline parts, and parts that HTML refers to by Content-ID. */
  readonly inline: boolean;
};

/** A form of the body: HTML or text. */
interface Form {
  readonly isHtml: boolean;
  /** Converts a part of the other form. */
  readonly fromOther: (content: string) => string;
}

/** Reads the parts of a message, and collects what they hold beside their text. */
export class BodyReader {
  readonly defects: Set<Defect>;
  /** Texts that other programs may show in place of ours. */
  readonly otherTexts: string[] = [];
  /** Files that stand in the text. */
  readonly files: ParsedAttachment[] = [];
  readonly #raw: Buffer;
  /** Parts that stand in both forms are read once. */
  readonly #texts = new Map<Entity, string>();

  constructor(raw: Buffer, defects: ReadonlySet<Defect>) {
    this.#raw = raw;
    this.defects = new Set(defects);
  }

  /** Joins the parts of one form, converting those of the other; null when none is of this form. */
  joined(leaves: readonly Leaf[], form: Form): string | null {
    const isOfForm = ({ entity }: Leaf) => isHtml(entity) === form.isHtml;
    if (!leaves.some(isOfForm)) return null;
    return leaves
      .map((leaf) => (isOfForm(leaf) ? this.#text(leaf.entity) : form.fromOther(this.#text(leaf.entity))))
      .join('\n');
  }

  attachment({ entity, filename }: Leaf): ParsedAttachment {
    const contentId = withoutControls(fieldOf(entity, 'content-id') ?? '');
    const disposition = entity.disposition?.value ?? null;
    const content = bytesOf(entity, this.#raw, this.defects);
    return {
      filename: filename ?? nameOfMessage(entity, content),
      declaredType: entity.contentType.value,
      content,
      contentId: contentId === '' ? null : contentId,
      disposition: disposition === 'inline' ? 'inline' : 'attachment',
      inline: disposition === 'inline' || (disposition === null && contentId !== ''),
    };
  }

  #text(entity: Entity): string {
    const known = this.#texts.get(entity);
    if (known !== undefined) return known;
    const text = isHtml(entity) ? this.#htmlText(entity) : this.#plainText(entity);
    this.#texts.set(entity, text);
    return text;
  }

  #htmlText(entity: Entity): string {
    const { text, otherText } = readTextPart(entity, this.#raw, this.defects);
    if (text.length > MAX_HTML_LENGTH) this.defects.add('html_too_long');
    if (otherText !== null) this.otherTexts.push(allTextFromHtml(otherText));
    return text;
  }

  #plainText(entity: Entity): string {
    const part = readTextPart(entity, this.#raw, this.defects);
    if (part.otherText !== null) this.otherTexts.push(part.otherText);
    const { text, files, removed } = splitUuencoded(part.text);
    if (removed !== '') this.otherTexts.push(removed);
    for (const file of files) this.files.push(attachmentInText(file));
    return text;
  }
}

function attachmentInText(file: Pick<ParsedAttachment, 'filename' | 'content'>): ParsedAttachment {
  return {
    ...file,
    declaredType: 'application/octet-stream',
    contentId: null,
    disposition: 'attachment',
    inline: false,
  };
}

/** Characters of a subject that make the name of its message. */
const MAX_SUBJECT_IN_NAME = 200;

/** A nested message without a name is called by its subject. */
function nameOfMessage(entity: Entity, content: Buffer): string | null {
  if (entity.contentType.value !== 'message/rfc822') return null;
  const subject = readHeaderBlock(content).fields.find(({ name }) => name === 'subject')?.value ?? '';
  const name = decodedText(subject)
    .slice(0, MAX_SUBJECT_IN_NAME)
    .replace(/[/\\]+/g, '_')
    .trim();
  return name === '' ? null : `${name}.eml`;
}
