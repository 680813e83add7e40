import type { MessageFindings } from '../../../shared/contract/findings.ts';
import type { ScanVerdict } from '../../../shared/contract/scan.ts';
import type { MarkedFinding, MarkedPlace, ScanFileReport } from '../../../shared/contract/scan-file.ts';
import {
  type Block,
  bad,
  type Cell,
  fields,
  gap,
  good,
  line,
  quiet,
  strong,
  type View,
  warning,
} from './document.ts';

/** Positions drawn per finding; JSON has all. */
const MAX_PLACES = 5;

/** The verdict on a message and its findings. */
export const scanReportView: View<ScanFileReport> = (report) => [
  line(verdictCell(report.verdict), strong(report.subject)),
  ...report.attachments.flatMap((attachment, index) => attachmentBlocks(attachment, index)),
  ...report.findings.flatMap((finding) => findingBlocks(finding)),
  ...(report.findings.length === 0 ? [line(quiet('No findings.'))] : []),
];

/** Findings of a stored message, including those that decided nothing. */
export const messageFindingsView: View<MessageFindings> = ({ findings }) =>
  findings.length === 0
    ? [line(quiet('No findings.'))]
    : findings.flatMap((finding) => findingBlocks(finding)).slice(1);

function verdictCell(verdict: ScanVerdict): Cell {
  if (verdict === 'clean') return good(verdict);
  return verdict === 'warning' ? warning(verdict) : bad(verdict);
}

function attachmentBlocks(
  { filename, content_type, policy_action, unread }: ScanFileReport['attachments'][number],
  index: number,
): Block[] {
  const name = `attachment ${index}: ${filename ?? '(no name)'}`;
  const action = policy_action === 'deliver' ? quiet(policy_action) : bad(policy_action);
  const text = unread === null ? [] : [warning(`its text was not scanned (${unread})`)];
  return [line(name, quiet(content_type), action, ...text)];
}

/** A finding with its positions; for a stored message its rule isn't known. */
export function findingBlocks(
  finding: Omit<MarkedFinding, 'scanner' | 'rule' | 'severity'> & { readonly rule?: string },
): Block[] {
  const { category, decision, margin, rule, reason, places, attachment_index: index } = finding;
  const decided =
    decision === 'allow'
      ? quiet(decision)
      : decision === 'allow_with_warning'
        ? warning(decision)
        : bad(decision);
  const more = places.length - MAX_PLACES;
  return [
    gap,
    line(strong(category), decided, ...(rule === undefined ? [] : [quiet(rule)])),
    line(reason ?? ''),
    ...(margin === undefined ? [] : [line(quiet(marginText(margin)))]),
    ...(index === undefined || places.length > 0 ? [] : [fields(['attachment', String(index)])]),
    ...places.slice(0, MAX_PLACES).flatMap(placeBlocks),
    ...(more > 0 ? [line(quiet(`and ${more} more`))] : []),
  ];
}

/** The margin of the classifier in words; it counts in log-odds. */
function marginText(margin: number): string {
  const amount = Math.abs(margin).toFixed(2);
  return margin >= 0
    ? `The classifier is ${amount} above the threshold from which it holds mail.`
    : `The classifier is ${amount} below the threshold from which it holds mail.`;
}

function placeBlocks({ field, attachment_index: index, lines }: MarkedPlace): Block[] {
  const where = index === undefined ? field : `${field} ${index}`;
  return lines.flatMap((each) => [
    line(quiet(`${where}, line ${each.number}`)),
    { kind: 'marked' as const, line: each },
  ]);
}
