import { createHmac } from 'node:crypto';
import type { PiiRedactionConfig, PiiType } from '../../../../shared/contract/scan.ts';
import type { PiiSpan } from '../types.ts';

/** How a mailbox wants personal data hidden. */
export interface RedactionConfig {
  /** Choice per type; null or absent types are replaced by their tag. */
  readonly types: PiiRedactionConfig | null;
  /** Key of the account for `hash_replace`. */
  readonly hashKey: Uint8Array;
}

const VISIBLE_END = 4;

/** Keeps the last four characters; of an address the first character and the domain. */
function mask(value: string, type: PiiType): string {
  const characters = [...value];
  if (type === 'EMAIL_ADDRESS') {
    const at = value.lastIndexOf('@');
    const local = [...value.slice(0, at)];
    return `${local[0] ?? ''}${'*'.repeat(Math.max(1, local.length - 1))}${value.slice(at)}`;
  }
  const hidden = Math.max(0, characters.length - VISIBLE_END);
  if (hidden === 0) return '*'.repeat(characters.length);
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}

function hash(value: string, type: PiiType, key: Uint8Array): string {
  const digest = createHmac('sha256', key)
    .update(`${type}\0${value.normalize('NFKC').toLowerCase()}`)
    .digest('hex');
  return `<${type}:${digest.slice(0, 8)}>`;
}

function render(value: string, type: PiiType, config: RedactionConfig): string {
  const choice = config.types?.[type];
  if (choice?.visibility === 'show') return value;
  if (choice?.operator === 'partial_mask') return mask(value, type);
  if (choice?.operator === 'hash_replace') return hash(value, type, config.hashKey);
  return `<${type}>`;
}

/** A stretch of a text that something else stands for, in UTF-16 offsets. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  /** Its replacement, as a range of the redacted text. */
  readonly from: number;
  readonly to: number;
}

/**
 * Redacted text, and where each replacement stands in the source (`start`, `end`) and in it (`from`, `to`).
 */
export interface Redacted {
  readonly text: string;
  readonly replacements: readonly Replacement[];
}

/**
 * The text with each span rendered as the mailbox wants it, and what became of which; spans are sorted and
 * disjoint.
 */
export function redactInPlace(text: string, spans: readonly PiiSpan[], config: RedactionConfig): Redacted {
  const replacements: Replacement[] = [];
  let result = '';
  let position = 0;
  for (const { start, end, type } of spans) {
    result += text.slice(position, start);
    const from = result.length;
    result += render(text.slice(start, end), type, config);
    if (config.types?.[type]?.visibility !== 'show')
      replacements.push({ start, end, from, to: result.length });
    position = end;
  }
  return { text: result + text.slice(position), replacements };
}

export function redact(text: string, spans: readonly PiiSpan[], config: RedactionConfig): string {
  return redactInPlace(text, spans, config).text;
}
