import { mailAddresses, type ParsedAddress } from './addresses.ts';
import { bodyParts, isHtml, type Leaf } from './body-parts.ts';
import { bytesOf, fieldOf, textContent } from './content.ts';
import { summarise } from './headers.ts';
import { htmlFromText, MAX_HTML_LENGTH, textFromHtml } from './html-text.ts';
import { MAX_HEADER_LENGTH, MAX_HEADERS } from './limits.ts';
import { decodedText, withoutControls } from './text.ts';
import { type Defect, type Entity, readTree } from './tree.ts';

export type { ParsedAddress } from './addresses.ts';
export { allTextFromHtml, htmlFromText, textFromHtml } from './html-text.ts';
export { type Defect, isAmbiguous } from './tree.ts';
export { UnparsableMessage, type UnparsableReason } from './unparsable.ts';

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

/** A parsed message. Subject, identifiers and date are in `readHeaders`. */
export type ParsedMessage = {
  readonly from: ParsedAddress | null;
  readonly to: readonly ParsedAddress[];
  readonly cc: readonly ParsedAddress[];
  readonly bcc: readonly ParsedAddress[];
  readonly replyTo: readonly ParsedAddress[];
  readonly subject: string;
  readonly date: string | null;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** Text parts of the body, with LF line ends; null without any. */
  readonly text: string | null;
  /** Raw HTML parts of the body; null without any. Not safe to show. */
  readonly html: string | null;
  readonly attachments: readonly ParsedAttachment[];
  /** Decoded header fields in order; of a very long header only the first ones. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly defects: readonly Defect[];
};

/**
 * Parses any message. Throws only `UnparsableMessage`, for one that exceeds the limits of depth, parts or
 * headers.
 */
export async function parseMessage(raw: Uint8Array): Promise<ParsedMessage> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const tree = readTree(bytes);
  const defects = new Set(tree.defects);
  const parts = await bodyParts(tree.root);
  const { subject, date, messageId, inReplyTo, references } = summarise(tree.root.fields);
  const body = { raw: bytes, defects };
  return {
    from: addresses(tree.root, 'from')[0] ?? null,
    to: addresses(tree.root, 'to'),
    cc: addresses(tree.root, 'cc'),
    bcc: addresses(tree.root, 'bcc'),
    replyTo: addresses(tree.root, 'reply-to'),
    subject,
    date,
    messageId,
    inReplyTo,
    references,
    text: await joined(parts.text, { isHtml: false, fromOther: textFromHtml }, body),
    html: await joined(parts.html, { isHtml: true, fromOther: htmlFromText }, body),
    attachments: parts.attachments.map((leaf) => attachmentOf(leaf, body)),
    headers: tree.root.fields.slice(0, MAX_HEADERS).map(({ name, value }) => {
      return { name, value: decodedText(value.slice(0, MAX_HEADER_LENGTH)) };
    }),
    defects: [...defects],
  };
}

/** The body as plain text: the text part, or when it's blank text made from the HTML. */
export function bodyText(
  { text, html }: Pick<ParsedMessage, 'text' | 'html'>,
  convert = textFromHtml,
): string {
  return (html !== null && isHtmlAlone({ text, html }) && convert(html)) || (text ?? '');
}

/** Whether a message has HTML and no text. */
export function isHtmlAlone({ text, html }: Pick<ParsedMessage, 'text' | 'html'>): boolean {
  return html !== null && (text === null || text.trim() === '');
}

/** All addresses of all fields of that name. */
function addresses(root: Entity, name: string): ParsedAddress[] {
  return root.fields.filter((field) => field.name === name).flatMap((field) => mailAddresses(field.value));
}

type RawBody = { readonly raw: Buffer; readonly defects: Set<Defect> };

/** A form of the body: HTML or text. */
interface Form {
  readonly isHtml: boolean;
  /** Converts a part of the other form. */
  readonly fromOther: (content: string) => string;
}

/** Joins the parts of one form, converting those of the other; null when none is of this form. */
async function joined(
  leaves: readonly Leaf[],
  form: Form,
  { raw, defects }: RawBody,
): Promise<string | null> {
  const isOfForm = ({ entity }: Leaf) => isHtml(entity) === form.isHtml;
  if (!leaves.some(isOfForm)) return null;
  const pieces: string[] = [];
  for (const leaf of leaves) {
    const content = await textContent(leaf.entity, raw, defects);
    if (isHtml(leaf.entity) && content.length > MAX_HTML_LENGTH) defects.add('html_too_long');
    pieces.push(isOfForm(leaf) ? content : form.fromOther(content));
  }
  return pieces.join('\n');
}

function attachmentOf({ entity, filename }: Leaf, { raw, defects }: RawBody): ParsedAttachment {
  const contentId = withoutControls(fieldOf(entity, 'content-id') ?? '');
  const disposition = entity.disposition?.value ?? null;
  return {
    filename,
    declaredType: entity.contentType.value,
    content: bytesOf(entity, raw, defects),
    contentId: contentId === '' ? null : contentId,
    disposition: disposition === 'inline' ? 'inline' : 'attachment',
    inline: disposition === 'inline' || (disposition === null && contentId !== ''),
  };
}
