import type { Finding, PartsDiffer, ScanContext, Scanner } from '../types.ts';

const REASONS: Readonly<Record<PartsDiffer, string>> = {
  words: 'The HTML and the text differ.',
  hidden: 'The HTML has hidden text.',
  label: "The HTML has a description of an image or element that isn't in the text.",
  link: "A link in the HTML leads to an address that isn't in the text.",
  order: 'The HTML may show its words in a different order.',
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
        agentInstructions: ['Use the same wording in text and HTML.'],
      },
    ];
  },
};
