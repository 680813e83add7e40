import type { TraceEntry } from './contract/mailbox-policies.ts';

/** Result of one gate. */
export interface GateResult {
  readonly gate: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly remedy: string | null;
}

/** Returns the gates that an entry of the trace groups; an entry of its own is one check. */
export function checksOf(entry: TraceEntry): GateResult[] {
  const { gate, outcome, details } = entry;
  const asked = (details.checks ?? []) as readonly (Partial<GateResult> &
    Pick<GateResult, 'gate' | 'outcome'>)[];
  const grouped = asked.length > 0 && (outcome === 'pass' || outcome === 'would_block');
  if (grouped) return asked.map((check) => ({ reason: null, remedy: null, ...check }));
  const { remedy } = details;
  return [{ gate, outcome, reason: reasonOf(entry), remedy: typeof remedy === 'string' ? remedy : null }];
}

/** Returns why a gate decided as it did; the codes of a hold are beside the sentence. */
export function reasonOf({ outcome, reason, details }: TraceEntry): string {
  const codes = details.summary_reasons;
  if (outcome !== 'would_hold' || !Array.isArray(codes) || codes.length === 0) return reason;
  return `${reason} (${codes.join(', ')})`;
}

/** Returns the word for an outcome. */
export function outcomeWord(outcome: string): string {
  if (outcome === 'would_block') return 'refused';
  return outcome === 'would_hold' ? 'held' : outcome.replace('_', ' ');
}
