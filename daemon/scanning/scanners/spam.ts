import { SPAM_THRESHOLDS, spamModel, spamScore } from '../spam/judge.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';

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

/** Unsolicited bulk mail: a score warns, a high one holds. */
export const spam: Scanner = {
  name: 'spam',
  applies: ({ input }) => input.direction === 'inbound',
  scan({ input, message }: ScanContext): Finding[] {
    if (message.parts.some((part) => part.normal.includes(GTUBE))) {
      return [finding('gtube', true, 'The message is a spam filter test (GTUBE).')];
    }
    const score = spamScore(spamModel(), input, message.memo);
    if (score < SPAM_THRESHOLDS.warn) return [];
    const held = score >= SPAM_THRESHOLDS.hold;
    return [
      finding('classifier', held, held ? 'The message is most likely spam.' : 'The message looks like spam.'),
    ];
  },
};
