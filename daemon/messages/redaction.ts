import type { PiiRedactionConfig } from '../../shared/contract/scan.ts';
import type { Context } from '../context.ts';
import { type Replacement, redactInPlace } from '../scanning/pii/redact.ts';
import type { PiiSpan } from '../scanning/types.ts';

/** How a mailbox redacts the text of its messages. It binds every reader, people too. */
export interface ReadingPolicy {
  readonly account_id: string;
  readonly pii_mode: 'passthrough' | 'redacted';
  /** json */
  readonly pii_redaction_config: string | null;
}

/** Text as it is stored, with what was found in it. */
export interface StoredText {
  readonly text: string | null;
  /** json: PiiSpan[]; null when nobody looked for personal data, or could not. */
  readonly pii_spans: string | null;
}

const HASH_KEY = 'pii-hash';

/** Text for readers, made from stored text: what is hidden in it stands behind something else. */
export interface Shown {
  readonly text: string;
  readonly replacements: readonly Replacement[];
}

/**
 * The text that readers of a mailbox get; null when there is none, or when it could not be cleared of
 * personal data.
 */
export function shownText(
  context: Pick<Context, 'secrets'>,
  policy: ReadingPolicy,
  stored: StoredText,
): string | null {
  return shown(context, policy, stored)?.text ?? null;
}

/** The same, with what stands for what. */
export function shown(
  context: Pick<Context, 'secrets'>,
  policy: ReadingPolicy,
  stored: StoredText,
): Shown | null {
  if (stored.text === null) return null;
  if (policy.pii_mode === 'passthrough') return { text: stored.text, replacements: [] };
  if (stored.pii_spans === null) return null;
  const types =
    policy.pii_redaction_config === null
      ? null
      : (JSON.parse(policy.pii_redaction_config) as PiiRedactionConfig);
  const spans = within(JSON.parse(stored.pii_spans) as PiiSpan[], stored.text.length);
  const text = spans.cut === null ? stored.text : stored.text.slice(0, spans.cut);
  const hashKey = context.secrets.sign(HASH_KEY, policy.account_id);
  return redactInPlace(text, spans.whole, { types, hashKey });
}

/**
 * Spans that lie in the first `length` units of a text; where one crosses that end, the text is cut before
 * it.
 */
function within(spans: readonly PiiSpan[], length: number): { whole: PiiSpan[]; cut: number | null } {
  const crossing = spans.find((span) => span.start < length && span.end > length);
  return { whole: spans.filter((span) => span.end <= length), cut: crossing?.start ?? null };
}

/** Whether two policies show the same text. */
export function showsTheSame(before: ReadingPolicy, after: ReadingPolicy): boolean {
  if (before.pii_mode !== after.pii_mode) return false;
  return after.pii_mode === 'passthrough' || before.pii_redaction_config === after.pii_redaction_config;
}
