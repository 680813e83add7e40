import type { MarkedPlace, ScanFileReport } from '../../../shared/contract/scan-file.ts';
import { bodyText, isAmbiguous, parseMessage, UnparsableMessage } from '../mime/parse.ts';
import { LineMarker, withoutValues } from '../scanning/file/marks.ts';
import { projectScan } from '../scanning/report.ts';
import { scanMessage } from '../scanning/scan.ts';
import type { Finding, FindingSpan, ScanInput, ScanReport } from '../scanning/types.ts';
import { incompleteExamination } from './incomplete.ts';

/** A message to examine; everything here survives structured cloning. */
export interface ExamineTask {
  readonly raw: Uint8Array;
  /** The bytes are a bare text in UTF-8 instead of a message. */
  readonly bare: boolean;
  /** Text of its attachments by their index; undefined for those that have none. */
  readonly texts: readonly (string | undefined)[];
  readonly scope: Pick<ScanInput, 'direction' | 'policy'>;
  /** Also name the passage that comes nearest to instructions, whether it's held or not. */
  readonly explains?: boolean;
}

/** Parses and scans one message, and marks each finding in the text. */
export async function examine(task: ExamineTask): Promise<ScanFileReport> {
  try {
    const input = await inputOf(task);
    return marked(input, await scanMessage(input, { explains: task.explains ?? false }));
  } catch (error) {
    if (!(error instanceof UnparsableMessage)) throw error;
    return incompleteExamination(task.scope.direction, `The message couldn't be read: ${error.message}.`);
  }
}

function messageOf(
  scope: ExamineTask['scope'],
  content: Pick<ScanInput, 'subject' | 'text'> &
    Partial<Pick<ScanInput, 'html' | 'otherTexts' | 'attachments' | 'ambiguous'>>,
): ScanInput {
  return { html: null, attachments: [], urlReputationActive: true, blockedUrls: [], ...scope, ...content };
}

async function inputOf({ raw, bare, texts, scope }: ExamineTask): Promise<ScanInput> {
  if (bare) return messageOf(scope, { subject: '', text: new TextDecoder().decode(raw) });
  const parsed = await parseMessage(raw);
  return messageOf(scope, {
    subject: parsed.subject,
    text: bodyText(parsed),
    html: parsed.html,
    otherTexts: parsed.otherTexts,
    ambiguous: isAmbiguous(parsed.defects),
    attachments: parsed.attachments.map((attachment, index) => ({
      ...attachment,
      text: texts[index] ?? null,
    })),
  });
}

function marked(input: ScanInput, report: ScanReport): ScanFileReport {
  const scan = projectScan(report, 'verbose');
  const markers = new Map<string, LineMarker>();
  const markerOf = (span: FindingSpan) => {
    const key = `${span.field} ${span.attachmentIndex ?? ''}`;
    const marker =
      markers.get(key) ?? new LineMarker(withoutValues(textOf(input, span), valuesIn(report, span)));
    markers.set(key, marker);
    return marker;
  };
  return {
    direction: input.direction,
    subject: input.subject,
    verdict: scan.verdict,
    categories: scan.categories,
    findings: scan.findings.map((finding, index) => {
      const { scanner, ruleId, severity, margin, spans = [] } = report.findings[index] as Finding;
      return {
        ...finding,
        scanner,
        rule: ruleId,
        severity,
        ...(margin !== undefined && { margin: Number(margin.toFixed(2)) }),
        places: distinct(spans).map((span) => placeOf(span, markerOf(span))),
      };
    }),
    attachments: report.attachments.map(({ sniffedType, policyAction, antivirus }, index) => ({
      filename: input.attachments[index]?.filename ?? null,
      content_type: sniffedType,
      size: input.attachments[index]?.content.byteLength ?? 0,
      policy_action: policyAction,
      av_verdict: antivirus,
      unread: null,
    })),
  };
}

/** Several rules of one finding may have seen the same place. */
function distinct(spans: readonly FindingSpan[]): FindingSpan[] {
  return [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()];
}

function placeOf(span: FindingSpan, marker: LineMarker): MarkedPlace {
  const { field, attachmentIndex, start, end } = span;
  return {
    field,
    ...(attachmentIndex !== undefined && { attachment_index: attachmentIndex }),
    start,
    end,
    lines: marker.lines(span),
  };
}

function textOf(input: ScanInput, { field, attachmentIndex = 0 }: FindingSpan): string {
  if (field === 'attachment') return input.attachments[attachmentIndex]?.text ?? '';
  if (field === 'filename') return input.attachments[attachmentIndex]?.filename ?? '';
  return input[field] ?? '';
}

/** Where secrets and numbers that belong to a person stand in one text. */
function valuesIn(report: ScanReport, { field, attachmentIndex }: FindingSpan): FindingSpan[] {
  return report.findings
    .filter(({ category, piiType }) => category === 'secret_detected' || piiType !== undefined)
    .flatMap(({ spans }) => spans)
    .filter((span) => span.field === field && span.attachmentIndex === attachmentIndex);
}
