import type { Scan } from '../../../shared/contract/scan.ts';
import { holdSentences } from '../../../shared/hold-reasons.ts';
import type { HoldContext } from '../../platform/store/schema.ts';

const HOLDING = new Set(['require_human_approval', 'quarantine']);

/** Reasons of a hold that the scan explains, as `scan:<category>` and `outbound_pii:<key>`. */
export function scanReasons(scan: Scan): string[] {
  const reasons = new Set<string>();
  for (const finding of scan.findings) {
    if (!HOLDING.has(finding.decision)) continue;
    reasons.add(finding.pii_type ? `outbound_pii:${finding.pii_type}` : `scan:${finding.category}`);
  }
  for (const { category, decision } of scan.categories) {
    if (HOLDING.has(decision) && category !== 'pii') reasons.add(`scan:${category}`);
  }
  return [...reasons];
}

/** The hold of a scanned message, with instructions for agents from its findings. */
export function scannerHold(scan: Scan): HoldContext {
  const instructions = [...new Set(scan.findings.flatMap((finding) => finding.agent_instructions ?? []))];
  return {
    trigger_source: 'scanner',
    summary_reasons: scanReasons(scan),
    ...(instructions.length > 0 && { agent_instructions: instructions }),
  };
}

/** A hold as callers see it: with a sentence for each code, which later versions may word better. */
export function shownHold(hold: HoldContext | null): HoldContext | null {
  return hold && { ...hold, reasons: holdSentences(hold.summary_reasons) };
}
