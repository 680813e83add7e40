import type { MandatoryCriterion } from '../../../shared/contract/scan.ts';
import { HARASSMENT, HARASSMENT_LISTS } from '../criteria/harassment.ts';
import { HATE_SPEECH, HATE_SPEECH_LISTS } from '../criteria/hate-speech.ts';
import { PhraseMatcher } from '../criteria/matcher.ts';
import { SELF_HARM, SELF_HARM_LISTS } from '../criteria/self-harm.ts';
import { SEXUAL_CONTENT, SEXUAL_CONTENT_LISTS } from '../criteria/sexual-content.ts';
import { TOXICITY, TOXICITY_LISTS } from '../criteria/toxicity.ts';
import { VIOLENCE, VIOLENCE_LISTS } from '../criteria/violence.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';

interface Criterion {
  readonly criterion: MandatoryCriterion;
  readonly reason: string;
  readonly matcher: PhraseMatcher;
}

/** The criteria that a mailbox cannot switch off. */
const CRITERIA: readonly Criterion[] = [
  {
    criterion: 'violence',
    reason: 'The message threatens or incites violence.',
    matcher: new PhraseMatcher(VIOLENCE, VIOLENCE_LISTS),
  },
  {
    criterion: 'hate_speech',
    reason: 'The message attacks people for their identity.',
    matcher: new PhraseMatcher(HATE_SPEECH, HATE_SPEECH_LISTS),
  },
  {
    criterion: 'self_harm',
    reason: 'The message encourages or announces self-harm.',
    matcher: new PhraseMatcher(SELF_HARM, SELF_HARM_LISTS),
  },
  {
    criterion: 'sexual_content',
    reason: 'The message is sexually explicit.',
    matcher: new PhraseMatcher(SEXUAL_CONTENT, SEXUAL_CONTENT_LISTS),
  },
  {
    criterion: 'harassment',
    reason: 'The message harasses or intimidates someone.',
    matcher: new PhraseMatcher(HARASSMENT, HARASSMENT_LISTS),
  },
  {
    criterion: 'toxicity',
    reason: 'The message insults its recipient.',
    matcher: new PhraseMatcher(TOXICITY, TOXICITY_LISTS),
  },
];

/** Outbound mail that hurts people. These criteria are always enforced. */
export const harmfulContent: Scanner = {
  name: 'harmful-content',
  applies: ({ input }) => input.direction === 'outbound',
  scan({ message }: ScanContext): Finding[] {
    return CRITERIA.flatMap(({ criterion, reason, matcher }) => {
      const hits = matcher.hitsInAll(message.parts);
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
