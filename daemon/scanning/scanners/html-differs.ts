import type { PartsDiffer } from '../same-words.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';

const REASONS: Readonly<Record<PartsDiffer, string>> = {
  words: 'The HTML does not say what the text says.',
  hidden: 'The HTML has text that its readers do not see.',
  label: 'The HTML describes a picture or an element in words that the text does not have.',
  link: 'A link of the HTML leads to an address that the text does not show.',
  order: 'The HTML can show its words in another order than it has them.',
};

/**
 * Mail whose HTML differs from its text: a reviewer who reads one part approves both. Where nobody reviews
 * risky mail it is only noted, since most templates differ from their text.
 */
export const htmlDiffers: Scanner = {
  name: 'html-differs',
  applies: ({ input, message }) => input.direction === 'outbound' && message.html?.difference != null,
  scan({ input, message }: ScanContext): Finding[] {
    const difference = message.html?.difference;
    if (!difference) return [];
    return [
      {
        scanner: 'html-differs',
        ruleId: difference,
        severity: 'medium',
        category: 'html_differs',
        decision: input.warnsOfHtml ? 'allow_with_warning' : 'allow',
        reason: REASONS[difference],
        spans: [],
        agentInstructions: ['Send the same words as text and as HTML.'],
      },
    ];
  },
};
