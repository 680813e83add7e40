import {
  SCAN_DECISIONS,
  type Scan,
  type ScanCategory,
  type ScanDecision,
  type ScanFinding,
  type ScanView,
  VERDICT_OF_DECISION,
} from '../../../shared/contract/scan.ts';
import { mismatchOf } from './scanners/mime-mismatch.ts';
import type { AttachmentReport, Finding, PiiSpan, PreparedMessage, ScanInput, ScanReport } from './types.ts';

function severityOf(decision: ScanDecision): number {
  return SCAN_DECISIONS.indexOf(decision);
}

/** The worst of several decisions; `allow` when there is none. */
function worstDecision(decisions: Iterable<ScanDecision>): ScanDecision {
  let worst: ScanDecision = 'allow';
  for (const decision of decisions) if (severityOf(decision) > severityOf(worst)) worst = decision;
  return worst;
}

function categoriesOf(findings: readonly Finding[]): { category: ScanCategory; decision: ScanDecision }[] {
  const worst = new Map<ScanCategory, ScanDecision>();
  for (const { category, decision } of findings) {
    worst.set(category, worstDecision([worst.get(category) ?? 'allow', decision]));
  }
  return [...worst].map(([category, decision]) => ({ category, decision }));
}

/** Whether clamd looked at the attachments, and whether a malware check failed. */
export interface AntivirusState {
  readonly scanned: boolean;
  readonly failed: boolean;
}

/** Results of one scan. */
export interface ScanResults {
  /** Null when the message couldn't be prepared. */
  readonly message: PreparedMessage | null;
  readonly findings: readonly Finding[];
  readonly piiSpans: readonly PiiSpan[] | null;
  readonly antivirus: AntivirusState;
}

function attachmentReport(
  input: ScanInput,
  { message, findings, antivirus }: ScanResults,
  index: number,
): AttachmentReport {
  const own = findings.filter((finding) => finding.attachmentIndex === index);
  const decision = worstDecision(own.map((finding) => finding.decision));
  const infection = own.find((finding) => finding.category === 'malware');
  const facts = message?.attachments[index];
  const attachment = input.attachments[index];
  const held = decision === 'quarantine' || decision === 'block' ? decision : null;
  return {
    sniffedType: facts?.sniffedType ?? 'application/octet-stream',
    mismatch: facts !== undefined && attachment !== undefined && mismatchOf(attachment, facts) !== null,
    policyAction: held ?? (facts ? 'deliver' : 'metadata_only'),
    antivirus: infection ? 'infected' : antivirus.failed ? 'error' : antivirus.scanned ? 'clean' : 'skipped',
    signature: infection?.ruleId ?? null,
  };
}

/** Puts findings together; the worst decision makes the verdict. */
export function buildReport(input: ScanInput, results: ScanResults): ScanReport {
  const { findings, piiSpans } = results;
  return {
    verdict: VERDICT_OF_DECISION[worstDecision(findings.map((finding) => finding.decision))],
    categories: categoriesOf(findings),
    findings,
    piiSpans,
    attachments: input.attachments.map((_, index) => attachmentReport(input, results, index)),
    htmlText: null,
    linkDomains: [],
  };
}

function projectFinding(finding: Finding): ScanFinding {
  const optional = {
    subtype: finding.subtype,
    pii_type: finding.piiType,
    warning: finding.warning,
    attachment_index: finding.attachmentIndex,
    attachment_filename: finding.attachmentFilename,
    attachment_policy_action: finding.attachmentPolicyAction,
    failure_class: finding.failureClass,
    agent_instructions: finding.agentInstructions && [...finding.agentInstructions],
  };
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { category: finding.category, decision: finding.decision, reason: finding.reason, ...present };
}

/** The contract's `scan` value of a report. */
export function projectScan(report: ScanReport, view: ScanView): Scan {
  const shown = report.findings.filter((finding) => view === 'verbose' || finding.decision !== 'allow');
  const categories =
    view === 'verbose' ? report.categories : report.categories.filter((row) => row.decision !== 'allow');
  return {
    verdict: report.verdict,
    categories: categories.map((row) => ({ ...row })),
    findings: shown.map(projectFinding),
  };
}
