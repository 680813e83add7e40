import { criterionHits } from '../criteria/criteria.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';
import { criterionEnabled } from './criteria.ts';

/** Outbound mail that binds its owner: admissions, guarantees, promises to pay, contracts. */
export const unauthorizedLiability: Scanner = {
  name: 'unauthorized-liability',
  applies: (context) =>
    context.input.direction === 'outbound' && criterionEnabled(context, 'unauthorized_liability'),
  scan({ message }: ScanContext): Finding[] {
    const hits = criterionHits('unauthorized_liability', message.parts);
    const first = hits[0];
    if (!first) return [];
    return [
      {
        scanner: 'unauthorized-liability',
        ruleId: first.id,
        severity: 'medium',
        category: 'liability_risk',
        decision: 'require_human_approval',
        reason: 'The message admits, guarantees or promises something that may be binding.',
        spans: hits.map((hit) => hit.span),
        agentInstructions: ['Have a person approve the message, or remove the commitment.'],
      },
    ];
  },
};
