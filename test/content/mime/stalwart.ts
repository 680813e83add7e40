import { textFromHtml } from '../../../daemon/content/mime/parse.ts';

/** The part of Stalwart's expected values that says what a reader sees. */
type Part = {
  headers: { name: string; value: unknown }[];
  body: { Text?: string; Html?: string; Binary?: number[]; InlineBinary?: number[]; Message?: unknown };
};
export type StalwartMessage = {
  parts: Part[];
  text_body: number[];
  html_body: number[];
  attachments: number[];
};

/** Common form of both results. Size is null for a nested message, whose bytes Stalwart doesn't return. */
export type Reading = {
  subject: string;
  from: string[];
  to: string[];
  cc: string[];
  text: string | null;
  html: string | null;
  attachments: { name: string | null; type: string; size: number | null }[];
};

type Address = { address: string | null };
type AddressValue = { Address?: { List?: Address[]; Group?: { addresses: Address[] }[] } };
type Attribute = { name: string; value: string };
type TypeValue = {
  ContentType?: { c_type: string; c_subtype: string | null; attributes: Attribute[] | null };
};

/** Their reading in our terms. */
export function expectedReading(message: StalwartMessage): Reading {
  const root = message.parts[0];
  const parts = (indexes: number[]): Part[] => indexes.flatMap((index) => message.parts[index] ?? []);
  const text = parts(message.text_body);
  const html = parts(message.html_body).flatMap(({ body }) => body.Html ?? []);
  return {
    subject: root ? subjectOf(root) : '',
    from: root ? addressesOf(root, 'from').slice(0, 1) : [],
    to: root ? addressesOf(root, 'to') : [],
    cc: root ? addressesOf(root, 'cc') : [],
    text: text.some(({ body }) => body.Text !== undefined) ? text.flatMap(textOfPart).join('\n') : null,
    html: html.length > 0 ? html.map(plain).join('\n') : null,
    attachments: parts(message.attachments).map(attachmentOf),
  };
}

/** Line ends are ours, and those at the end of a part carry nothing. */
export function plain(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/\n+$/, '');
}

function textOfPart({ body }: Part): string[] {
  if (body.Text !== undefined) return [plain(body.Text)];
  return body.Html === undefined ? [] : [textFromHtml(body.Html)];
}

function subjectOf(part: Part): string {
  const value = fieldValue(part, 'subject') as { Text?: string } | undefined;
  return value?.Text?.trim() ?? '';
}

function addressesOf(part: Part, name: string): string[] {
  return part.headers
    .filter((header) => header.name === name)
    .flatMap(({ value }) => {
      const { List = [], Group = [] } = (value as AddressValue).Address ?? {};
      return [...List, ...Group.flatMap(({ addresses }) => addresses)];
    })
    .flatMap(({ address }) => (address?.includes('@') ? lowerDomain(address) : []));
}

function lowerDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}

function attachmentOf(part: Part): Reading['attachments'][number] {
  const { Text, Html, Binary, InlineBinary, Message } = part.body;
  const content = Text ?? Html;
  const bytes = Binary ?? InlineBinary;
  const size = content === undefined ? (bytes?.length ?? null) : Buffer.byteLength(content);
  const nested = Message !== undefined;
  const type = (fieldValue(part, 'content_type') as TypeValue | undefined)?.ContentType;
  const declared = type?.c_subtype ? `${type.c_type}/${type.c_subtype}`.toLowerCase() : null;
  return {
    name: attribute(part, 'content_disposition', 'filename') ?? attribute(part, 'content_type', 'name'),
    type: declared ?? (nested ? 'message/rfc822' : 'text/plain'),
    size: nested ? null : size,
  };
}

function attribute(part: Part, header: string, name: string): string | null {
  const value = (fieldValue(part, header) as TypeValue | undefined)?.ContentType;
  return value?.attributes?.find((one) => one.name === name)?.value ?? null;
}

function fieldValue(part: Part, name: string): unknown {
  return part.headers.find((header) => header.name === name)?.value;
}
