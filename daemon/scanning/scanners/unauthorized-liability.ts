import type { Finding, ScanContext, Scanner } from '../types.ts';
import { criterionEnabled } from './criteria.ts';
import { matchRules, type Rule } from './rules.ts';

const WE = '(?:we|i|our company|the company|our firm|our team)';
const WILL =
  "(?:'ll| will| shall| hereby| do hereby| agree to| promise to| commit to| undertake to| guarantee to| are going to| am going to|'re going to|'m going to| can| would be happy to| are prepared to)";

const RULES: readonly Rule[] = [
  {
    id: 'admission',
    pattern: new RegExp(
      `\\b${WE}(?: (?:fully|hereby|completely|do|do hereby|formally|gladly))*(?:'ll| will)?(?: (?:fully|hereby))* (?:accept|admit|acknowledge|take|assume|concede|bear)(?: (?:full|all|complete|total|sole|any|the|legal))* (?:liability|responsibility|fault|negligence|blame|wrongdoing|guilt)\\b`,
      'i',
    ),
  },
  {
    id: 'fault',
    pattern:
      /\b(?:we|i|our (?:company|team|product|staff)|the company) (?:were|was|are|am|is) (?:at fault|negligent|liable|legally responsible|to blame|in breach)\b|\b(?:it|this|the (?:accident|damage|loss|outage|injury|incident)) (?:was|is) (?:entirely |all |completely )?(?:our|my) (?:fault|negligence)\b|\bdue to our (?:own )?negligence\b/i,
  },
  {
    id: 'compensation',
    pattern: new RegExp(
      `\\b${WE}${WILL}(?: \\w+){0,2}? (?:compensate|reimburse|indemnify|refund|pay|cover|make good|settle)\\b[^.\\n]{0,80}\\b(?:damages?|loss(?:es)?|in full|full amount|all (?:costs|expenses|fees|charges)|any (?:costs|expenses|loss|damage)|legal fees|claims?|medical|settlement|\\$ ?\\d[\\d,.]*|€ ?\\d[\\d,.]*|\\d[\\d,.]* ?(?:dollars|usd|eur|euros|pounds))`,
      'i',
    ),
  },
  {
    id: 'guarantee',
    pattern:
      /\b(?:we|i)(?:'ll| will| do| can| hereby| personally| fully| unconditionally)* (?:guarantee|warrant|promise|assure)(?: you)?(?: that)?\b[^.\n]{0,80}\b(?:returns?|profits?|results?|no risk|risk[- ]free|uptime|100 ?%|refunds?|cure|success|delivery by|never (?:fail|lose|break)|always|lifetime|for ever|forever|outcome)\b|\b(?:guaranteed|risk-free) (?:returns?|profits?|results?|income|approval|cure)\b|\bfull (?:money[- ]back )?refund(?:,)? (?:guaranteed|no questions asked)\b/i,
  },
  {
    id: 'binding',
    pattern:
      /\b(?:we|i)(?:'ll| will| do)?(?: hereby| formally| officially)? (?:agree|accept|consent|commit)(?: to)? (?:(?:be )?(?:legally )?bound|(?:all |your |the )(?:\w+ ){0,3}(?:terms|contract|agreement|offer|settlement))\b|\b(?:this (?:email|e-mail|message) (?:is|constitutes|serves as|shall be) (?:a |an |our |as )?(?:legally )?(?:binding|contract|agreement|acceptance|commitment))|\bconsider (?:this|it) (?:a |our )?(?:binding|formal|official) (?:acceptance|agreement|commitment|offer|contract)\b|\bon behalf of (?:the company|our company|\w+ (?:inc|ltd|llc|gmbh|corp)\.?),? (?:i|we) (?:hereby )?(?:agree|accept|waive|commit|sign)\b/i,
  },
  {
    id: 'waiver',
    pattern:
      /\b(?:we|i)(?:'ll| will| do| hereby| agree to| formally)* waive\b[^.\n]{0,60}\b(?:rights?|fees?|claims?|liabilit\w+|penalt\w+|defen[cs]es?|charges)\b/i,
  },
  {
    id: 'professional-advice',
    pattern:
      /\b(?:as your (?:lawyer|attorney|doctor|physician|accountant|financial advis[oe]r)|(?:this is|here is|my) (?:legal|medical|financial|investment|tax) advice\s?(?:is|:))|\byou (?:should|must) (?:definitely )?(?:stop taking (?:your|the) (?:\w+ )?(?:medication|medicine|pills|prescription)|sue (?:them|him|her)|invest (?:all|everything))\b/i,
  },
];

/** Outbound mail that binds its owner: admissions, guarantees, promises to pay, contracts. */
export const unauthorizedLiability: Scanner = {
  name: 'unauthorized-liability',
  applies: (context) =>
    context.input.direction === 'outbound' && criterionEnabled(context, 'unauthorized_liability'),
  scan({ message }: ScanContext): Finding[] {
    const hits = matchRules(message.parts, RULES);
    const first = hits[0];
    if (!first) return [];
    return [
      {
        scanner: 'unauthorized-liability',
        ruleId: first.rule.id,
        severity: 'medium',
        category: 'liability_risk',
        decision: 'require_human_approval',
        reason: 'The message admits, guarantees or promises something that may bind its owner.',
        spans: hits.map((hit) => hit.span),
        agentInstructions: ['Wait for a person to approve the message, or leave out what binds the owner.'],
      },
    ];
  },
};
