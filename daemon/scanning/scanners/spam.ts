import type { Finding, ScanContext, Scanner } from '../types.ts';

/** The test string for spam filters, built from parts. */
const GTUBE = ['XJS*C4JDBQADN1.NSBN3*2IDNEN*', 'GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL', '*C.34X'].join('');

/** Unsolicited bulk mail. */
export const spam: Scanner = {
  name: 'spam',
  applies: ({ input }) => input.direction === 'inbound',
  scan({ message }: ScanContext): Finding[] {
    if (!message.parts.some((part) => part.normal.includes(GTUBE))) return [];
    return [
      {
        scanner: 'spam',
        ruleId: 'gtube',
        severity: 'high',
        category: 'spam',
        decision: 'quarantine',
        reason: 'The message is a test of spam filters.',
        spans: [],
      },
    ];
  },
};
