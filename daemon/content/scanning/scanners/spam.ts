import { SPAM_SENTENCES, SPAM_THRESHOLDS, spamModel, spamScore } from '../spam/judge.ts';
import type { Finding, FindingSpan, ScanContext, Scanner } from '../types.ts';

/** The test string for spam filters, built from parts. */
const GTUBE = ['XJS*C4JDBQADN1.NSBN3*2IDNEN*', 'GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL', '*C.34X'].join('');

function finding(ruleId: string, held: boolean, reason: string): Finding {
  return {
    scanner: 'spam',
    ruleId,
    severity: held ? 'medium' : 'low',
    category: 'spam',
    decision: held ? 'quarantine' : 'allow_with_warning',
    reason,
    spans: [],
    ...(ruleId === 'classifier' ? { failureClass: 'model_judgment' as const } : {}),
  };
}

/** The sentence of the text that reads most like spam. */
function tellingSentence({ input, message: { memo } }: ScanContext): FindingSpan[] {
  const model = spamModel();
  const scored = memo
    .sentencesOf(input.text, SPAM_SENTENCES)
    .map(({ start, end, text }) => ({ start, end, score: model.score(model.measure(text, memo)) }));
  const [first] = scored.sort((a, b) => b.score - a.score);
  return first ? [{ field: 'text', start: first.start, end: first.end }] : [];
}

/** Unsolicited bulk mail: a score warns, a high one holds. */
export const spam: Scanner = {
  name: 'spam',
  applies: ({ input }) => input.direction === 'inbound',
  scan(context: ScanContext): Finding[] {
    const { input, message, options } = context;
    if (message.parts.some((part) => part.normal.includes(GTUBE))) {
      return [finding('gtube', true, 'The message is a spam filter test (GTUBE).')];
    }
    const score = spamScore(spamModel(), input, message.memo);
    if (score < SPAM_THRESHOLDS.warn) return [];
    const held = score >= SPAM_THRESHOLDS.hold;
    const reason = held ? 'The message is most likely spam.' : 'The message looks like spam.';
    const spans = options.explains ? tellingSentence(context) : [];
    return [{ ...finding('classifier', held, reason), spans, margin: score - SPAM_THRESHOLDS.hold }];
  },
};
