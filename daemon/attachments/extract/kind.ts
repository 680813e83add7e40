import type { DocumentKind } from './outcome.ts';

/** Text that people read as it stands; markup and scripts are not. */
const READABLE_TEXT = new Set(['text/plain', 'text/csv', 'text/calendar', 'text/vcard', 'text/markdown']);

const OFFICE_KINDS: readonly (readonly [RegExp, RegExp, DocumentKind])[] = [
  [/wordprocessingml|ms-word\.(?:document|template)\.macroenabled/i, /\.do[ct][xm]$/i, 'word'],
  [/spreadsheetml|ms-excel\.(?:sheet|template)\.macroenabled/i, /\.xl[st][xm]$/i, 'sheet'],
  [/presentationml|ms-powerpoint\.[a-z]+\.macroenabled/i, /\.p[po][ts][xm]$/i, 'slides'],
];

/** What a package looks like from outside: a zip whose kind is not told at its beginning, or one with a password. */
const WRAPPERS = new Set(['application/zip', 'application/x-cfb']);

/** How the text of an attachment is read; null for what has none to read here. `type` is the sniffed one. */
export function documentKind(type: string, filename: string | null): DocumentKind | null {
  if (READABLE_TEXT.has(type)) return 'text';
  if (type === 'application/pdf') return 'pdf';
  const named = OFFICE_KINDS.find(
    ([types, names]) => types.test(type) || (WRAPPERS.has(type) && names.test(filename ?? '')),
  );
  return named?.[2] ?? null;
}
