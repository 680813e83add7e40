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
    rules: [
      rule('slur', new RegExp(`\\b(?:${SLURS})\\b`, 'i')),
      rule(
        'dehumanising',
        new RegExp(
          `\\b(?:all\\s+|those\\s+|these\\s+|you\\s+|the\\s+)?(?:${GROUPS})\\s+(?:are|is|'re)\\s+(?:all\\s+|nothing but\\s+|just\\s+|like\\s+)?(?:\\w+\\s+)?(?:vermin|animals|subhuman|cockroach(?:es)?|rats|parasites|filth|scum|garbage|trash|a plague|a disease|inferior|evil|disgusting|criminals|terrorists|thieves|stupid|dirty)\\b`,
          'i',
        ),
      ),
      rule(
        'exclusion',
        new RegExp(
          `\\b(?:gas|exterminate|deport|get rid of|wipe out|eradicate|hate|death to|no more)\\s+(?:all\\s+)?(?:the\\s+|those\\s+|these\\s+)?(?:\\w+ing\\s+)?(?:${GROUPS})\\b|\\b(?:${GROUPS})\\s+(?:should|must|need to|deserve to)\\s+(?:all\\s+)?(?:die|be (?:killed|gassed|exterminated|deported|wiped out|shot))\\b`,
          'i',
        ),
      ),
    ],
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
    rules: [
      rule(
        'insult',
        /\b(?:fuck|screw)\s+(?:off|you|u|yourself|all of you)\b|\b(?:you|u|ya)\s+(?:\w+ing\s+|dumb\s+|stupid\s+|little\s+){0,3}(?:motherfuck(?:er|ers)|assholes?|bastards?|bitch(?:es)?|cunts?|dickheads?|retards?|scum(?:bags?)?|twats?|wankers?|pieces? of shit|shitheads?|dumbass(?:es)?|fuckwits?)\b|\b(?:you(?:'re| are)|ur)\s+(?:an?\s+|all\s+|such an?\s+)?(?:\w+\s+){0,2}?(?:motherfucker|asshole|bastard|bitch|cunt|dickhead|retard|scumbag|piece of shit|shithead|dumbass|idiot|moron|imbecile|fuckwit|disgrace to)s?\b/i,
      ),
      rule(
        'dismissal',
        /\b(?:shut|stfu)\s+(?:the (?:fuck|hell) )?up,? (?:you|bitch|idiot|moron)\b|\bgo to hell\b|\beat shit\b|\brot in hell\b|\bburn in hell\b/i,
      ),
    ],
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
