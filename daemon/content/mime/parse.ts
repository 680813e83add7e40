import { mailAddresses, type ParsedAddress } from './addresses.ts';
import { lettersOf } from './body-charset.ts';
import { bodyParts } from './body-parts.ts';
import { BodyReader, type ParsedAttachment } from './body-reader.ts';
import { charsetHint } from './charset-hint.ts';
import { fieldOf, filenameOf } from './content.ts';
import { decodeWords } from './encoded-words.ts';
import { summarise } from './headers.ts';
import { htmlFromText, textFromHtml } from './html-text.ts';
import { MAX_HEADER_LENGTH, MAX_HEADERS } from './limits.ts';
import { type CharsetHint, decodedText, westernTextOf, withoutControls } from './text.ts';
import { type Defect, type Entity, readTree } from './tree.ts';

export type { ParsedAddress } from './addresses.ts';
export type { ParsedAttachment } from './body-reader.ts';
export { allTextFromHtml, htmlFromText, textFromHtml } from './html-text.ts';
export { type Defect, isAmbiguous } from './tree.ts';
export { UnparsableMessage, type UnparsableReason } from './unparsable.ts';

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
  /** Texts that other programs may show in place of subject and text, to be scanned beside them. */
  readonly otherTexts: readonly string[];
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
  const hint = charsetHint(bytes);
  const reader = new BodyReader(bytes, tree.defects);
  // The same number of guesses as at arrival, and others for names and the list of fields.
  const ofOthers = charsetHint(bytes);
  const parts = bodyParts(tree.root, (entity) => filenameOf(entity, ofOthers));
  const { subject, date, messageId, inReplyTo, references } = summarise(tree.root.fields, hint);
  const people = (name: string) => addresses(tree.root, name, hint);
  const text = reader.joined(parts.text, { isHtml: false, fromOther: textFromHtml });
  const html = reader.joined(parts.html, { isHtml: true, fromOther: htmlFromText });
  const attachments = parts.attachments.map((leaf) => reader.attachment(leaf));
  return {
    from: people('from')[0] ?? null,
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    replyTo: people('reply-to'),
    subject,
    date,
    messageId,
    inReplyTo,
    references,
    text,
    html,
    otherTexts: [...otherSubjects(tree.root, subject), ...reader.otherTexts],
    attachments: [...attachments, ...reader.files],
    headers: tree.root.fields.slice(0, MAX_HEADERS).map(({ name, value }) => {
      return { name, value: decodedText(value.slice(0, MAX_HEADER_LENGTH), ofOthers) };
    }),
    defects: [...reader.defects],
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
function addresses(root: Entity, name: string, hint: CharsetHint): ParsedAddress[] {
  return root.fields
    .filter((field) => field.name === name)
    .flatMap((field) => mailAddresses(field.value, hint));
}

/** The subject as it looks to a program that knows Windows-1252 only, where that has other words. */
function otherSubjects(root: Entity, subject: string): string[] {
  const value = (fieldOf(root, 'subject') ?? '').slice(0, MAX_HEADER_LENGTH);
  const western = withoutControls(decodeWords(westernTextOf(value)));
  return lettersOf(subject).startsWith(lettersOf(western).slice(0, subject.length)) ? [] : [western];
}
