import type { DocumentKind } from './outcome.ts';

/** Text that people read as it stands; scripts are not. */
const READABLE_TEXT = new Set([
  'text/plain',
  'text/csv',
  'text/calendar',
  'text/vcard',
  'text/markdown',
  'application/xml',
  'application/json',
]);
/** Text in elements, read as the body of a message is. */
const MARKUP = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml']);
const MARKUP_NAME = /\.(?:x?html?|svg)$/i;
const EMAIL = 'message/rfc822';
const ARCHIVES = new Set([
  'application/zip',
  'application/x-tar',
  'application/gzip',
  'application/zstd',
  'application/x-7z-compressed',
  'application/x-rar-compressed',
  'application/vnd.rar',
  'application/x-xz',
  'application/x-bzip2',
]);

const OFFICE_KINDS: readonly (readonly [RegExp, RegExp, DocumentKind])[] = [
  [/wordprocessingml|ms-word\.(?:document|template)\.macroenabled/i, /\.do[ct][xm]$/i, 'word'],
  [/spreadsheetml|ms-excel\.(?:sheet|template)\.macroenabled/i, /\.xl[st][xm]$/i, 'sheet'],
  [/presentationml|ms-powerpoint\.[a-z]+\.macroenabled/i, /\.p[po][ts][xm]$/i, 'slides'],
];

/** What a package looks like from outside: a zip whose kind is not told at its beginning, or one with a password. */
const WRAPPERS = new Set(['application/zip', 'application/x-cfb']);

/**
 * How the text of an attachment is read; null for what has none to read here. `type` is the sniffed one: the declared
 * one only tells apart what is text anyway.
 */
export function documentKind(
  type: string,
  filename: string | null,
  declared: string | null = null,
): DocumentKind | null {
  if (READABLE_TEXT.has(type)) return textKind(filename ?? '', declared);
  if (MARKUP.has(type)) return 'markup';
  if (type === EMAIL) return 'email';
  if (type === 'application/pdf') return 'pdf';
  const named = OFFICE_KINDS.find(
    ([types, names]) => types.test(type) || (WRAPPERS.has(type) && names.test(filename ?? '')),
  );
  return named?.[2] ?? (ARCHIVES.has(type) ? 'archive' : null);
}

/** A page without its first elements, or a message that begins with an odd field, looks like any other text. */
function textKind(filename: string, declared: string | null): DocumentKind {
  if (MARKUP.has(declared ?? '') || MARKUP_NAME.test(filename)) return 'markup';
  return declared === EMAIL || /\.eml$/i.test(filename) ? 'email' : 'text';
}

/** Packages of XML parts that are read as the archives that they are. */
const PACKAGES = /opendocument|epub\+zip/;
/** Sounds and pictures, which say nothing in letters. */
const MEDIA = /^(?:image|audio|video|font)\//;

/** As `documentKind`, for a file that goes out: whatever may hold letters is looked through. */
export function outgoingKind(
  type: string,
  filename: string | null,
  declared: string | null = null,
): DocumentKind | null {
  const kind = documentKind(type, filename, declared);
  if (kind !== null || MEDIA.test(type)) return kind;
  return PACKAGES.test(type) ? 'archive' : 'bytes';
}
