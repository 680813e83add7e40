import { withoutAllowedData } from '../criteria/allowed-data.ts';
import { criterionHits } from '../criteria/criteria.ts';
import type { PhraseHit } from '../criteria/matcher.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';
import { criterionEnabled } from './criteria.ts';

/**
 * Leaves out the data that the mailbox's policy lets go: that policy decides about it, this criterion about
 * the rest.
 */
function hitsBeyondPolicy({ message, policy }: ScanContext): PhraseHit[] {
  return message.parts.flatMap((part) => {
    const hits = criterionHits('confidentiality_leak', [part]);
    if (hits.length === 0) return [];
    const rest = withoutAllowedData(part, policy);
    return rest === part ? hits : criterionHits('confidentiality_leak', [rest]);
  });
}

/** Outbound mail that discloses confidential information. */
export const confidentialityLeak: Scanner = {
  name: 'confidentiality-leak',
  applies: (context) =>
    context.input.direction === 'outbound' && criterionEnabled(context, 'confidentiality_leak'),
  scan(context: ScanContext): Finding[] {
    const hits = hitsBeyondPolicy(context);
    const first = hits[0];
    if (!first) return [];
    return [
      {
        scanner: 'confidentiality-leak',
        ruleId: first.id,
        severity: 'medium',
        category: 'secret_detected',
        subtype: 'outbound_confidentiality_leak',
        decision: 'require_human_approval',
        reason: 'The message seems to disclose confidential information.',
        spans: hits.map((hit) => hit.span),
        agentInstructions: ['Have a person approve the message, or remove the confidential information.'],
      },
    ];
  },
};
