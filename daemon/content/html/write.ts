import type { KeptElement, Part } from './strip.ts';

/** Serialises parts. Text and values are escaped, so every `<` begins a tag of ours. */
export function writeParts(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? escapeText(part) : writeElement(part))).join('');
}

const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'meta', 'wbr']);

function writeElement({ name, attributes, parts }: KeptElement): string {
  const start = `<${name}${attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('')}>`;
  return VOID_ELEMENTS.has(name) ? start : `${start}${writeParts(parts)}</${name}>`;
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
}

function escapeValue(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}
