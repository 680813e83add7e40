import type { Finding, ScanContext, Scanner } from '../types.ts';
import { criterionEnabled } from './criteria.ts';
import { matchRules, type Rule } from './rules.ts';

const SECRECY =
  'confidential|proprietary|privileged|internal[- ]only|restricted|classified|secret|not (?:yet )?public|non-?public|under (?:nda|embargo)|trade secret';
const MATTER =
  'roadmap|financials?|forecast|salar(?:y|ies)|payroll|customer (?:list|data|database|records?)|client list|source code|pricing|contract terms|merger|acquisition|layoffs?|term sheet|cap table|board (?:deck|minutes)|strategy|design|documents?|memo|report|project|plans?|results|revenue|figures|numbers|formula|algorithm|system prompt';

const RULES: readonly Rule[] = [
  {
    id: 'marking',
    pattern:
      /^[\s*=#[(-]{0,10}(?:strictly |highly |company |commercial[- ]in[- ])?(?:confidential(?:ity)?|internal use only|for internal use only|do not (?:forward|distribute|share)(?: outside| externally)?|not for (?:external )?distribution|attorney[- ]client privileged?|top secret|trade secret|restricted distribution)(?: (?:information|material|and proprietary|- internal|document|communication|until \w+))?[\s*=#\])!.:-]{0,10}$/im,
  },
  {
    id: 'disclosure',
    pattern: new RegExp(
      `\\b(?:this|these|that|it|the (?:attached|following|below|enclosed)|attached|here)\\b[^.\\n]{0,60}\\b(?:${SECRECY})\\b[^.\\n]{0,60}\\b(?:${MATTER})\\b`,
      'i',
    ),
  },
  {
    id: 'secret-matter',
    pattern: new RegExp(
      `\\b(?:our|the company'?s?|internal|unreleased|unannounced|unpublished|confidential|proprietary)\\s+(?:\\w+\\s+){0,2}?(?:confidential|unreleased|unannounced|proprietary|internal|secret|non-?public)\\s+(?:\\w+\\s+){0,2}?(?:${MATTER})\\b`,
      'i',
    ),
  },
  {
    id: 'breach',
    pattern:
      /\b(?:(?:i'?m|i am|we'?re|we are) not (?:supposed|allowed|meant|authori[sz]ed) to (?:share|tell|disclose|send|reveal|say|forward)|(?:between you and me|keep this (?:between us|to yourself|quiet)|don'?t tell anyone|not (?:been )?(?:publicly )?announced yet|before (?:it is|it's) (?:public|announced)|hasn'?t been (?:announced|made public))|(?:bound by|under|covered by|violat\w+|despite) (?:an? |the |our )?(?:nda|non-disclosure|confidentiality agreement))\b/i,
  },
  {
    id: 'insider',
    pattern:
      /\b(?:earnings|quarterly results|merger|acquisition|layoffs?|ipo)\b[^.\n]{0,80}\b(?:not (?:yet )?(?:public|announced)|before the announcement|confidential|embargo(?:ed)?|unannounced)\b/i,
  },
  {
    id: 'prompt-leak',
    pattern:
      /\b(?:my|the|our) (?:full |complete |hidden |internal )?system prompt (?:is|says|reads|contains|follows)\b|\bmy (?:hidden |internal |original )?instructions (?:are|say|read|were)\s?:/i,
  },
];

/** Outbound mail that says of itself that it should not leave. */
export const confidentialityLeak: Scanner = {
  name: 'confidentiality-leak',
  applies: (context) =>
    context.input.direction === 'outbound' && criterionEnabled(context, 'confidentiality_leak'),
  scan({ message }: ScanContext): Finding[] {
    const hits = matchRules(message.parts, RULES);
    const first = hits[0];
    if (!first) return [];
    return [
      {
        scanner: 'confidentiality-leak',
        ruleId: first.rule.id,
        severity: 'medium',
        category: 'secret_detected',
        subtype: 'outbound_confidentiality_leak',
        decision: 'require_human_approval',
        reason: 'The message seems to give away confidential matters.',
        spans: hits.map((hit) => hit.span),
        agentInstructions: ['Wait for a person to approve the message, or leave out what is confidential.'],
      },
    ];
  },
};
