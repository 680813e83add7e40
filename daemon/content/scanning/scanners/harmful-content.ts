import type { MandatoryCriterion } from '../../../../shared/contract/scan.ts';
import { criterionHits } from '../criteria/criteria.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';

/** The criteria that a mailbox cannot switch off. */
const REASONS: Readonly<Record<MandatoryCriterion, string>> = {
  violence: 'The message threatens or incites violence.',
  hate_speech: 'The message attacks people for their identity.',
  self_harm: 'The message encourages or announces self-harm.',
  sexual_content: 'The message is sexually explicit.',
  harassment: 'The message harasses or intimidates someone.',
  toxicity: 'The message insults its recipient.',
};

/** Outbound mail that hurts people. These criteria are always enforced. */
export const harmfulContent: Scanner = {
  name: 'harmful-content',
  applies: ({ input }) => input.direction === 'outbound',
  scan({ message }: ScanContext): Finding[] {
    return Object.entries(REASONS).flatMap(([name, reason]) => {
      const criterion = name as MandatoryCriterion;
      const hits = criterionHits(criterion, message.parts);
      const first = hits[0];
      if (!first) return [];
      return [
        {
          scanner: 'harmful-content',
          ruleId: `${criterion}/${first.id}`,
          severity: 'high' as const,
          category: 'harmful_content' as const,
          subtype: criterion,
          decision: 'quarantine' as const,
          reason,
          spans: hits.map((hit) => hit.span),
          agentInstructions: [
            "Rewrite the message without the marked passage. This check can't be turned off.",
          ],
        },
      ];
    });
  },
};
