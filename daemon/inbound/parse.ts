import { summarise } from './headers.ts';
import { type MailAddress, mailAddresses } from './mime/addresses.ts';
import { bodyParts, isHtml, type Leaf } from './mime/body-parts.ts';
import { bytesOf, fieldOf, textContent } from './mime/content.ts';
import { htmlFromText, MAX_HTML_LENGTH, textFromHtml } from './mime/html-text.ts';
import { decodedText, withoutControls } from './mime/text.ts';
import { type Defect, type Entity, readTree } from './mime/tree.ts';

export type { MailAddress } from './mime/addresses.ts';
export { allTextFromHtml, htmlFromText, textFromHtml } from './mime/html-text.ts';
export { type Defect, isAmbiguous } from './mime/tree.ts';
export { UnparsableMessage, type UnparsableReason } from './mime/unparsable.ts';

export type ParsedAttachment = {
  /** As its sender named it: not safe as the name of a file on disk. */
  readonly filename: string | null;
  /** The media type that the part declares, in lower case; `text/plain` where it declares none. */
  readonly declaredType: string;
  /** Exactly what the sender attached; a nested message as it stands. */
  readonly content: Uint8Array;
  /** With brackets. */
  readonly contentId: string | null;
  readonly disposition: 'inline' | 'attachment';
  /** True for what is shown within the body: an inline part, or one that HTML refers to by its Content-ID. */
  readonly inline: boolean;
};

/** A message taken apart. Subject, identifiers and date are those of `readHeaders`. */
export type ParsedMessage = {
  readonly from: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  readonly date: string | null;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** The text parts of the body; null when it has none. Lines end in LF. */
  readonly text: string | null;
  /** The HTML parts of the body, as they came; null when it has none. Not safe to show. */
  readonly html: string | null;
  readonly attachments: readonly ParsedAttachment[];
  /** The fields of the message itself in their order, decoded; of a very long header the first ones. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly defects: readonly Defect[];
};

const MAX_HEADERS = 500;
const MAX_HEADER_LENGTH = 4000;

/**
 * Takes a message apart, however it is built. Throws `UnparsableMessage` for one that is over a bound in depth, number of
 * parts or size of headers, and nothing else.
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
    text: await joined(parts.text, (leaf) => !isHtml(leaf.entity), textFromHtml, body),
    html: await joined(parts.html, (leaf) => isHtml(leaf.entity), htmlFromText, body),
    attachments: parts.attachments.map((leaf) => attachmentOf(leaf, body)),
    headers: tree.root.fields.slice(0, MAX_HEADERS).map(({ name, value }) => {
      return { name, value: decodedText(value.slice(0, MAX_HEADER_LENGTH)) };
    }),
    defects: [...defects],
  };
}

/** The body as plain text: the text part, else (also when that is blank) text made from the HTML, else nothing. */
export function bodyText(
  { text, html }: Pick<ParsedMessage, 'text' | 'html'>,
  convert = textFromHtml,
): string {
  return (html !== null && isHtmlAlone({ text, html }) && convert(html)) || (text ?? '');
}

/** Whether a message has HTML and no text part with anything in it. */
export function isHtmlAlone({ text, html }: Pick<ParsedMessage, 'text' | 'html'>): boolean {
  return html !== null && (text === null || text.trim() === '');
}

/** All addresses of all fields of that name. */
function addresses(root: Entity, name: string): MailAddress[] {
  return root.fields.filter((field) => field.name === name).flatMap((field) => mailAddresses(field.value));
}

type Body = { readonly raw: Buffer; readonly defects: Set<Defect> };

/** The parts of one representation in one piece, those of the other kind converted; null when none is of the kind. */
async function joined(
  leaves: readonly Leaf[],
  isNative: (leaf: Leaf) => boolean,
  convert: (content: string) => string,
  { raw, defects }: Body,
): Promise<string | null> {
  if (!leaves.some(isNative)) return null;
  const pieces: string[] = [];
  for (const leaf of leaves) {
    const content = await textContent(leaf.entity, raw, defects);
    if (isHtml(leaf.entity) && content.length > MAX_HTML_LENGTH) defects.add('html_too_long');
    pieces.push(isNative(leaf) ? content : convert(content));
  }
  return pieces.join('\n');
}

function attachmentOf({ entity, filename }: Leaf, { raw, defects }: Body): ParsedAttachment {
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
