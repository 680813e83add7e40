import { detectSecrets } from '../secrets/detect.ts';
import { encodedSecrets } from '../secrets/encoded.ts';
import type { Finding, FindingSpan, ScanContext, Scanner } from '../types.ts';
import { scannerEnabled } from './criteria.ts';
import { spanOf } from './rules.ts';

const MAX_SPANS = 100;

/** Keys, tokens and passwords in outbound mail. */
export const secrets: Scanner = {
  name: 'secrets',
  applies: (context) => context.input.direction === 'outbound' && scannerEnabled(context, 'secrets'),
  scan({ message }: ScanContext): Finding[] {
    const spansOf = new Map<string, FindingSpan[]>();
    for (const part of message.parts) {
      for (const { id, start, end } of [...detectSecrets(part.normal), ...encodedSecrets(part.normal)]) {
        spansOf.set(id, [...(spansOf.get(id) ?? []), spanOf(part, start, end)].slice(0, MAX_SPANS));
      }
    }
    return [...spansOf].map(([id, spans]) => ({
      scanner: 'secrets',
      ruleId: id,
      severity: 'critical' as const,
      category: 'secret_detected' as const,
      subtype: 'secret_value' as const,
      decision: 'quarantine' as const,
      reason: `The message contains a secret (${id}).`,
      spans,
      agentInstructions: ['Remove the secret from the message. If it was sent before, replace it.'],
    }));
  },
};
