import type {
  AddressListName,
  HeaderAddresses,
  ListedAddress,
  ListHeader,
} from '../../platform/system/header-addresses.ts';
import { parseSpec } from './address-spec.ts';
import { mailAddresses } from './addresses.ts';
import { cleanName } from './display-name.ts';
import type { HeaderField } from './fields.ts';
import { type CharsetHint, decodedText } from './text.ts';

/** Kept addresses of each list; the others are counted. */
const MOST_ADDRESSES = 100;
/** Characters that are read of a list's identifier, which has 255 at most (RFC 2919, 3). */
const MAX_LIST_ID = 2000;

const FIELDS: Readonly<Record<AddressListName, string>> = {
  to: 'to',
  cc: 'cc',
  reply_to: 'reply-to',
  followup_to: 'mail-followup-to',
};
const LISTS = Object.keys(FIELDS) as AddressListName[];

/** People and lists of a header. Addresses of a repeated field count too. */
export function headerAddresses(
  fields: readonly HeaderField[],
  fromName: string,
  hint?: CharsetHint,
): HeaderAddresses {
  const kept: { [List in AddressListName]?: readonly ListedAddress[] } = {};
  const leftOut: { [List in AddressListName]?: number } = {};
  for (const list of LISTS) {
    const all = fields
      .filter(({ name }) => name === FIELDS[list])
      .flatMap(({ value }) => mailAddresses(value, hint));
    if (all.length === 0) continue;
    kept[list] = all
      .slice(0, MOST_ADDRESSES)
      .map(({ address, name }) => ({ address, name: cleanName(name) }));
    if (all.length > MOST_ADDRESSES) leftOut[list] = all.length - MOST_ADDRESSES;
  }
  const name = cleanName(fromName);
  const list = listFields(fields);
  return {
    ...kept,
    ...(name !== null && { from_name: name }),
    ...(list && { list }),
    ...(Object.keys(leftOut).length > 0 && { left_out: leftOut }),
  };
}

/** Fields of a list or newsletter; null when it isn't mail of one. */
function listFields(fields: readonly HeaderField[]): ListHeader | null {
  const field = (wanted: string) => fields.find(({ name }) => name === wanted)?.value;
  const [id, post] = [field('list-id'), field('list-post')];
  const unsubscribe = unsubscribeLinks(field('list-unsubscribe') ?? '');
  if (id === undefined && post === undefined && unsubscribe.length === 0) return null;
  const isOneClick =
    field('list-unsubscribe-post')?.trim().toLowerCase() === ONE_CLICK &&
    unsubscribe.some((link) => link.startsWith('https:'));
  return {
    id: id === undefined ? null : listId(id),
    post: post === undefined ? null : postAddress(post),
    ...(unsubscribe.length > 0 && { unsubscribe }),
    ...(isOneClick && { one_click: true as const }),
  };
}

const ONE_CLICK = 'list-unsubscribe=one-click';
/** Links that are kept; RFC 2369 asks for alternatives in brackets. */
const MOST_LINKS = 5;
const MAX_LINK = 2000;

function unsubscribeLinks(value: string): string[] {
  const written = [...value.slice(0, MOST_LINKS * MAX_LINK).matchAll(/<([^<>]*)>/g)];
  return written.flatMap(([, link = '']) => readLink(link)).slice(0, MOST_LINKS);
}

/** In the form of the URL standard, which has neither spaces nor control characters. */
function readLink(text: string): string[] {
  const link = text.replaceAll(/\s/g, '');
  if (link.length > MAX_LINK || !URL.canParse(link)) return [];
  const { protocol, href } = new URL(link);
  return ['https:', 'http:', 'mailto:'].includes(protocol) ? [href] : [];
}

/** The identifier in brackets; some lists write it without. */
function listId(value: string): string | null {
  const text = decodedText(value.slice(0, MAX_LIST_ID));
  const id = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;
  return cleanName(id);
}

const MAILTO = /<\s*mailto:([^<>?\s]+)[^<>]*>/i;

/** Null for `NO`, which means that nobody may write to the list (RFC 2369, 3.4). */
function postAddress(value: string): string | null {
  const written = MAILTO.exec(value)?.[1];
  if (written === undefined) return null;
  try {
    return parseSpec(decodeURIComponent(written))?.address ?? null;
  } catch {
    return null;
  }
}
