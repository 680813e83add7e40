import { criterionHits } from '../criteria/criteria.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';
import { criterionEnabled } from './criteria.ts';

/** Outbound mail that discloses confidential information. */
export const confidentialityLeak: Scanner = {
  name: 'confidentiality-leak',
  applies: (context) =>
    context.input.direction === 'outbound' && criterionEnabled(context, 'confidentiality_leak'),
  scan({ message }: ScanContext): Finding[] {
    const hits = criterionHits('confidentiality_leak', message.parts);
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
