import type { FindingSpan, Link, SpanField } from '../types.ts';

const URL_IN_TEXT =
  /\b(?:https?|ftp|javascript|data|vbscript|file):[^\s<>"'`{}|\\^\u3000-\u303f]{3,2048}|\bwww\.[a-z0-9-]{1,63}\.[^\s<>"'`]{2,500}/gi;
const TRAILING = /[.,;:!?)\]'*_~]+$/;

/** Bare URLs in plain text, at most `limit` of them. */
export function linksInText(text: string, field: SpanField, limit: number): Link[] {
  const links: Link[] = [];
  for (const match of text.matchAll(URL_IN_TEXT)) {
    if (links.length >= limit) break;
    const url = match[0].replace(TRAILING, '');
    const span: FindingSpan = { field, start: match.index, end: match.index + url.length };
    links.push({ url: url.startsWith('www.') ? `http://${url}` : url, label: null, span });
  }
  return links;
}
