import { mailAddresses } from '../../content/mime/addresses.ts';
import { bytesOf, fieldOf, textContent } from '../../content/mime/content.ts';
import { withoutControls } from '../../content/mime/text.ts';
import type { Entity } from '../../content/mime/tree.ts';
import { HARD_BOUNCE_CODE } from '../../network/smtp-client/verdict.ts';
import { type FieldGroup, fieldGroups, firstOf } from './field-groups.ts';
import { type ReportParts, reportParts } from './parts.ts';

/** A bounce as reported by the other side. */
export interface BounceReport {
  readonly type: 'hard' | 'soft';
  /** The other side's words, on one line. Not verified. */
  readonly reason: string;
}

const STATUS_TYPES: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
]);
const REASON_LENGTH = 500;
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/;
/** How mail systems quote a refusal without a machine-readable report. */
const QUOTED_REFUSAL = /(?<!\d)5\d\d[ :,-]{1,3}(5\.\d{1,3}\.\d{1,3})(?![\d.])[^\n]*/;
const MAIL_SYSTEM = /^(?:mailer-daemon|postmaster)$/i;
/** Characters of text that are searched. */
const TEXT_LENGTH = 50_000;

/**
 * Parses a delivery status notification (RFC 3464). Null unless delivery failed for good: for delays,
 * successes and automatic answers.
 */
export function readBounce(raw: Buffer): BounceReport | null {
  const parts = reportParts(raw);
  if (!parts) return null;
  const statuses = parts.leaves.filter(({ contentType }) => STATUS_TYPES.has(contentType.value));
  if (statuses.length > 0) {
    return worst(statuses.flatMap((part) => fieldGroups(bytesOf(part, parts.raw, new Set()))));
  }
  return readUnstructured(parts);
}

/** Parses reports that are written for people only. */
function readUnstructured({ raw, root, leaves }: ReportParts): BounceReport | null {
  const part = leaves.find(({ contentType }) => contentType.value === 'text/plain');
  if (!part) return null;
  const text = textContent(part, raw, new Set()).slice(0, TEXT_LENGTH);
  if (/^final-recipient:/im.test(text)) return worst(fieldGroups(Buffer.from(text, 'latin1')));
  if (!comesFromMailSystem(root)) return null;
  const quoted = QUOTED_REFUSAL.exec(text.replace(/\n[ \t]+/g, ' '));
  return quoted ? failure(quoted[1] ?? '', quoted[0]) : null;
}

function comesFromMailSystem(root: Entity): boolean {
  if (root.contentType.parameters.get('report-type')?.toLowerCase() === 'delivery-status') return true;
  const sender = mailAddresses(fieldOf(root, 'from') ?? '')[0]?.address ?? '';
  return MAIL_SYSTEM.test(sender.slice(0, sender.lastIndexOf('@')));
}

/** A message has one recipient. A report with several was forwarded, and a hard failure counts. */
function worst(groups: readonly FieldGroup[]): BounceReport | null {
  const failures = groups.map(failureOf).filter((found) => found !== null);
  return failures.find(({ type }) => type === 'hard') ?? failures[0] ?? null;
}

function failureOf(group: FieldGroup): BounceReport | null {
  if (withoutComment(firstOf(group, 'action')) !== 'failed') return null;
  const diagnostic = firstOf(group, 'diagnostic-code');
  const status = ENHANCED.exec(withoutComment(firstOf(group, 'status')))?.[0];
  return failure(status ?? ENHANCED.exec(diagnostic)?.[0] ?? '', diagnostic || firstOf(group, 'status'));
}

function failure(code: string, said: string): BounceReport {
  const reason = withoutControls(said.replace(/\s+/g, ' ')).slice(0, REASON_LENGTH);
  return { type: HARD_BOUNCE_CODE.test(code) ? 'hard' : 'soft', reason: reason || code || 'not delivered' };
}

function withoutComment(value: string): string {
  return value
    .replace(/\([^)]*\)/g, '')
    .trim()
    .toLowerCase();
}
