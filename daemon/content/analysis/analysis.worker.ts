import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Calendar } from '../../../shared/contract/calendars.ts';
import type { ScanFinding } from '../../../shared/contract/scan.ts';
import { collectWhenIdle } from '../../platform/system/idle-collection.ts';
import type { HtmlOutcome, HtmlTask } from '../html/sanitize.ts';
import { readHeaders } from '../mime/headers.ts';
import {
  bodyText,
  isAmbiguous,
  isHtmlAlone,
  type ParsedMessage,
  parseMessage,
  UnparsableMessage,
} from '../mime/parse.ts';
import type { MarkdownBody } from '../reply-text/markdown-body.ts';
import { projectScan } from '../scanning/report.ts';
import { scanMessage, warmUp } from '../scanning/scan.ts';
import type { AttachmentReport, ScanReport } from '../scanning/types.ts';
import { type AttachmentContentTask, attachmentContent, scannedContent } from './attachment-content.ts';
import { attachmentTexts } from './attachment-texts.ts';
import { examine } from './examine-file.ts';
import { incompleteInbound } from './incomplete.ts';
import { locate } from './locate.ts';
import type { SignatureReport, SignatureTask } from './signatures.ts';
import type {
  AnalysedAttachment,
  AnalysisCall,
  InboundResult,
  InboundTask,
  OutboundTask,
  ScanResult,
  StagedResult,
  StagedTask,
  WrittenMail,
} from './tasks.ts';
import { noteStart } from './time-limit.ts';

/** Entry of the analysis threads: MIME parsing and scanning, away from the thread that answers requests. */

await warmUp();
collectWhenIdle();

const TASKS: Readonly<Record<string, (task: never) => unknown>> = {
  inbound,
  outbound,
  parse,
  staged,
  signatures,
  sanitize,
  markdown,
  attachmentContent,
  attachmentTexts,
  calendar,
  examine,
  locate,
};

export default function run({ name, task, ticket }: AnalysisCall): unknown {
  const work = TASKS[name];
  if (work === undefined) throw new Error(`there is no analysis task ${name}`);
  noteStart(ticket);
  return work(task as never);
}

async function inbound(tasks: readonly InboundTask[]): Promise<InboundResult[]> {
  const results: InboundResult[] = [];
  for (const task of tasks) {
    const began = performance.now();
    const result = await analyse(task);
    results.push({ ...result, milliseconds: performance.now() - began });
  }
  return results;
}

async function analyse(task: InboundTask): Promise<Omit<InboundResult, 'milliseconds'>> {
  let parsed: ParsedMessage;
  try {
    parsed = await parseMessage(typeof task.raw === 'string' ? await readFile(task.raw) : task.raw);
  } catch (error) {
    if (error instanceof UnparsableMessage) {
      return incompleteInbound(`The message couldn't be read: ${error.message}.`);
    }
    throw error;
  }
  const text = bodyText(parsed);
  const report = await scanMessage(
    {
      direction: 'inbound',
      subject: parsed.subject,
      text,
      html: parsed.html,
      textIsHtml: isHtmlAlone(parsed),
      attachments: parsed.attachments.map((attachment) => ({ ...attachment, text: null })),
      otherTexts: parsed.otherTexts,
      ambiguous: isAmbiguous(parsed.defects),
      ...task.scope,
    },
    { clamd: task.scope.clamd },
  );
  return {
    ...scanResult(report),
    text,
    html: parsed.html,
    attachments: parsed.attachments.map((attachment, index) =>
      describe(attachment, report.attachments[index]),
    ),
  };
}

async function outbound(tasks: readonly OutboundTask[]): Promise<ScanResult[]> {
  const results: ScanResult[] = [];
  for (const task of tasks) results.push(await scanOutbound(task));
  return results;
}

async function scanOutbound(task: OutboundTask): Promise<ScanResult> {
  const report = await scanMessage(
    {
      direction: 'outbound',
      subject: task.subject,
      text: task.text,
      html: task.html,
      attachments: [],
      ...task.scope,
    },
    { clamd: task.scope.clamd },
  );
  return scanResult(report);
}

async function parse(raw: Uint8Array): Promise<WrittenMail | null> {
  try {
    const { headers: _headers, defects: _defects, otherTexts: _texts, ...parsed } = await parseMessage(raw);
    return { ...parsed, text: bodyText(parsed), otherAuthors: readHeaders(raw).otherAuthors };
  } catch (error) {
    if (error instanceof UnparsableMessage) return null;
    throw error;
  }
}

/** An upload, scanned without a message around it. */
async function staged(task: StagedTask): Promise<StagedResult> {
  const { filename, declaredType, content, text } = task;
  const report = await scanMessage(
    {
      direction: 'outbound',
      subject: '',
      text: '',
      html: null,
      attachments: [{ filename, declaredType, content, text }],
      ...task.scope,
    },
    { clamd: task.scope.clamd },
  );
  const scan = projectScan(report, 'verbose');
  const findings = scan.findings.map((finding) => aboutText(finding, filename));
  return { scan: { ...scan, findings }, attachment: report.attachments[0] ?? null };
}

/** Attributes findings that aren't about the file itself to its text. */
function aboutText(finding: ScanFinding, filename: string): ScanFinding {
  if (finding.attachment_filename !== undefined || finding.category === 'scan_incomplete') return finding;
  return {
    ...finding,
    attachment_index: 0,
    attachment_filename: filename,
    attachment_policy_action: 'derived_text_finding',
  };
}

/** Loads the packages for signatures with the first signed message. */
async function signatures(task: SignatureTask): Promise<SignatureReport> {
  const { verifySignatures } = await import('./verify-signatures.ts');
  return verifySignatures(task);
}

async function sanitize(task: HtmlTask): Promise<HtmlOutcome> {
  const { sanitizeHtml } = await import('../html/sanitize.ts');
  return sanitizeHtml(task);
}

async function markdown(html: string): Promise<MarkdownBody> {
  const { markdownBody } = await import('../reply-text/markdown-body.ts');
  return markdownBody(html);
}

/** Null for a file that is no calendar. */
async function calendar(task: AttachmentContentTask): Promise<Calendar | null> {
  const { readCalendar } = await import('../calendar/read.ts');
  return readCalendar(await scannedContent(task));
}

function scanResult(report: ScanReport): ScanResult {
  const { piiSpans, htmlText, linkDomains } = report;
  const scan = projectScan(report, 'verbose');
  return { scan, piiSpans, htmlText, linkDomains, injectionMargin: injectionMargin(report) };
}

/** The margin of the classifier where nothing else speaks for instructions. */
function injectionMargin({ findings }: ScanReport): number | null {
  const own = findings.filter(({ scanner }) => scanner === 'prompt-injection');
  return own.length === 1 && own[0]?.failureClass === 'model_judgment' ? (own[0].margin ?? null) : null;
}

function describe(
  attachment: ParsedMessage['attachments'][number],
  report: AttachmentReport | undefined,
): AnalysedAttachment {
  const sniffed = report?.sniffedType ?? 'application/octet-stream';
  return {
    filename: attachment.filename,
    content_type: sniffed,
    declared_mime_type: attachment.declaredType,
    sniffed_mime_type: sniffed,
    mime_mismatch: report?.mismatch ?? false,
    size: attachment.content.byteLength,
    hash: createHash('sha256').update(attachment.content).digest('hex'),
    policy_action: report?.policyAction ?? 'metadata_only',
    av_verdict: report?.antivirus ?? 'skipped',
    av_signature: report?.signature ?? null,
    content_id: attachment.contentId,
    content_disposition: attachment.disposition,
  };
}
