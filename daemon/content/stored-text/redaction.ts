import { isDeepStrictEqual } from 'node:util';
import type { PiiRedactionConfig } from '../../../shared/contract/scan.ts';
import type { PlatformContext } from '../../platform/context.ts';
import type { StoredText } from '../../platform/store/ports.ts';
import { type Replacement, redactInPlace } from '../scanning/pii/redact.ts';
import type { PiiSpan } from '../scanning/types.ts';

/** How a mailbox redacts the text of its messages. It binds every reader, people too. */
export interface ReadingPolicy {
  readonly account_id: string;
  readonly pii_mode: 'passthrough' | 'redacted';
  readonly pii_redaction_config: PiiRedactionConfig | null;
}

const HASH_KEY = 'pii-hash';

/** Text for readers, with personal data replaced. */
export interface Shown {
  readonly text: string;
  readonly replacements: readonly Replacement[];
}

/** The text that readers get; null without text, or when personal data can't be cleared. */
export function shownText(
  context: Pick<PlatformContext, 'secrets'>,
  policy: ReadingPolicy,
  stored: StoredText,
): string | null {
  return shown(context, policy, stored)?.text ?? null;
}

/** As `shownText`, with its replacements. */
export function shown(
  context: Pick<PlatformContext, 'secrets'>,
  policy: ReadingPolicy,
  stored: StoredText,
): Shown | null {
  if (stored.text === null) return null;
  if (policy.pii_mode === 'passthrough') return { text: stored.text, replacements: [] };
  if (stored.pii_spans === null) return null;
  const types = policy.pii_redaction_config;
  const spans = within(stored.pii_spans, stored.text.length);
  const text = spans.cut === null ? stored.text : stored.text.slice(0, spans.cut);
  const hashKey = context.secrets.sign(HASH_KEY, policy.account_id);
  return redactInPlace(text, spans.whole, { types, hashKey });
}

/** Spans within the first `length` units; a text is cut before a span that crosses the end. */
function within(spans: readonly PiiSpan[], length: number): { whole: PiiSpan[]; cut: number | null } {
  const crossing = spans.find((span) => span.start < length && span.end > length);
  return { whole: spans.filter((span) => span.end <= length), cut: crossing?.start ?? null };
}

/** Whether two policies show the same text. */
export function showsTheSame(before: ReadingPolicy, after: ReadingPolicy): boolean {
  if (before.pii_mode !== after.pii_mode) return false;
  return (
    after.pii_mode === 'passthrough' ||
    isDeepStrictEqual(before.pii_redaction_config, after.pii_redaction_config)
  );
}
