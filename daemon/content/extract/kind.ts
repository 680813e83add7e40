import type { DocumentKind } from './outcome.ts';

/** Plain text for people; scripts aren't. */
const READABLE_TEXT = new Set([
  'text/plain',
  'text/csv',
  'text/calendar',
  'text/vcard',
  'text/markdown',
  'application/xml',
  'application/json',
]);
/** Markup, read like the body of a message. */
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

/** Sniffed types of packages whose kind isn't clear from their beginning, or that are encrypted. */
const WRAPPERS = new Set(['application/zip', 'application/x-cfb']);

/**
 * How to extract an attachment; null when it has no text. `type` is the sniffed type; the declared one only
 * distinguishes kinds of text.
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

/** Pages without their first elements, and messages with an odd first header, sniff as plain text. */
function textKind(filename: string, declared: string | null): DocumentKind {
  if (MARKUP.has(declared ?? '') || MARKUP_NAME.test(filename)) return 'markup';
  return declared === EMAIL || /\.eml$/i.test(filename) ? 'email' : 'text';
}

/** Packages of XML parts that are read as plain archives. */
const PACKAGES = /opendocument|epub\+zip/;
/** Types without text. */
const MEDIA = /^(?:image|audio|video|font)\//;

/** As `documentKind`, for an outgoing file: anything that may contain text is searched. */
export function outgoingKind(
  type: string,
  filename: string | null,
  declared: string | null = null,
): DocumentKind | null {
  const kind = documentKind(type, filename, declared);
  if (kind !== null || MEDIA.test(type)) return kind;
  return PACKAGES.test(type) ? 'archive' : 'bytes';
}
