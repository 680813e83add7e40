import { sourceSpan, textPart } from './normalize/text.ts';
import { detectPii } from './pii/detect.ts';
import { resolvePolicy } from './policy.ts';
import { IncompletePreparation, prepareMessage } from './prepare.ts';
import { buildReport } from './report.ts';
import { clamd } from './scanners/clamd.ts';
import { allScanners } from './scanners/index.ts';
import { malwareSignatures } from './scanners/malware-signatures.ts';
import { urlReputation } from './scanners/url-reputation.ts';
import type {
  Finding,
  HtmlTextReport,
  PiiSpan,
  PreparedMessage,
  ScanContext,
  ScanInput,
  ScanOptions,
  ScanReport,
  TextPart,
} from './types.ts';
import { domainsOf } from './url/domains.ts';

/** Fails closed: what could not be checked is held until a person looks at it. */
function incomplete(scanner: string, reason: string): Finding {
  return {
    scanner,
    ruleId: 'scan-incomplete',
    severity: 'high',
    category: 'scan_incomplete',
    decision: 'quarantine',
    reason,
    spans: [],
    failureClass: 'inference_error',
    agentInstructions: ["Wait for a person's decision. The message couldn't be scanned completely."],
  };
}

/** The report of a message whose scan did not end, for instance because it took too long. */
export function incompleteReport(input: ScanInput, reason: string): ScanReport {
  return buildReport(input, {
    message: null,
    findings: [incomplete('engine', reason)],
    piiSpans: null,
    antivirus: { scanned: false, failed: true },
  });
}

/**
 * Far more than any letter has. They are stored, and read whenever the text is: more would cost too much
 * memory.
 */
const MAX_STORED_SPANS = 100_000;

/** Text of the HTML for its readers, with the personal data in it. */
function htmlTextOf({ html }: PreparedMessage): HtmlTextReport | null {
  if (html === null) return null;
  if (html.difference === null) return { text: '', piiSpans: [] };
  return { text: html.text, piiSpans: spansIn(textPart('text', html.text)) };
}

/**
 * Personal data of the body text, where it stands in the source; null when it could not be detected, or is
 * too much.
 */
function piiOf({ parts }: PreparedMessage): PiiSpan[] | null {
  const body = parts.find(({ field }) => field === 'text');
  return body ? spansIn(body) : [];
}

function spansIn(part: TextPart): PiiSpan[] | null {
  try {
    const spans = detectPii(part.normal);
    return spans.length > MAX_STORED_SPANS ? null : inSource(part, spans);
  } catch {
    return null;
  }
}

/**
 * One character of the source may stand for several that were looked at, so spans that met there part again.
 */
function inSource(part: TextPart, spans: readonly PiiSpan[]): PiiSpan[] {
  const found: PiiSpan[] = [];
  let free = 0;
  for (const { start, end, type } of spans) {
    const span = sourceSpan(part, start, end);
    const from = Math.max(free, span.start);
    if (from >= span.end) continue;
    found.push({ start: from, end: span.end, type });
    free = span.end;
  }
  return found;
}

async function runScanners(context: ScanContext): Promise<{ findings: Finding[]; failed: Set<string> }> {
  const findings: Finding[] = [];
  const failed = new Set<string>();
  for (const scanner of context.options.scanners ?? allScanners) {
    try {
      if (scanner.applies(context)) findings.push(...(await scanner.scan(context)));
    } catch {
      failed.add(scanner.name);
      findings.push(incomplete(scanner.name, `The ${scanner.name} check couldn't be completed.`));
    }
  }
  return { findings, failed };
}

async function prepared(input: ScanInput): Promise<PreparedMessage | string> {
  try {
    return await prepareMessage(input);
  } catch (error) {
    return error instanceof IncompletePreparation ? error.message : "the message couldn't be parsed";
  }
}

/**
 * Scans one message with every scanner that direction and policy call for. Never throws: whatever fails
 * becomes a `scan_incomplete` finding. The caller owns the time limit and uses `incompleteReport` when it is
 * over.
 */
export async function scanMessage(input: ScanInput, options: ScanOptions = {}): Promise<ScanReport> {
  const message = await prepared(input);
  if (typeof message === 'string') return incompleteReport(input, `The scan is incomplete: ${message}.`);
  const piiSpans = piiOf(message);
  const context: ScanContext = { input, policy: resolvePolicy(input.policy), message, piiSpans, options };
  const { findings, failed } = await runScanners(context);
  if (piiSpans === null && !failed.has('pii'))
    findings.push(incomplete('pii', 'Personal data detection failed.'));
  const usesClamd = clamd.applies(context);
  const antivirus = {
    scanned: usesClamd && !failed.has(clamd.name),
    failed: failed.has(clamd.name) || failed.has(malwareSignatures.name),
  };
  const built = buildReport(input, { message, findings, piiSpans, antivirus });
  const report = { ...built, htmlText: htmlTextOf(message) };
  return urlReputation.applies(context) ? { ...report, linkDomains: domainsOf(message.links) } : report;
}

/** Loads the heavy parts once, before the first message. */
export async function warmUp(): Promise<void> {
  const sample = 'A short message that makes every part of the scanner load what it needs.';
  const base = { subject: sample, text: sample, html: `<p>${sample}</p>`, attachments: [], policy: null };
  await scanMessage({ ...base, direction: 'inbound', urlReputationActive: true, blockedUrls: [] });
  await scanMessage({ ...base, direction: 'outbound', urlReputationActive: true, blockedUrls: [] });
}
