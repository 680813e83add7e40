import { type Block, bad, good, indented, line, quiet, strong, type View } from './document.ts';

export interface CaseResult {
  readonly name: string;
  readonly ok: boolean;
  readonly expected: string;
  /** Gate that was expected to decide. */
  readonly because: string | null;
  readonly found: 'sent' | 'held' | 'refused' | 'error';
  /** Gates that decided. */
  readonly gates: readonly string[];
  readonly reasons: readonly string[];
}

export interface TestReport {
  readonly results: readonly CaseResult[];
  readonly passed: number;
  readonly failed: number;
}

export const testReport: View<TestReport> = ({ results, passed, failed }) => [
  ...results.flatMap(caseBlocks),
  line(good(`${passed} passed`), failed === 0 ? quiet('0 failed') : bad(`${failed} failed`)),
];

function caseBlocks({ name, ok, found, reasons, ...each }: CaseResult): Block[] {
  if (ok) return [line(good('ok'), name, quiet(`(${found})`))];
  const because = each.because === null ? '' : ` by ${each.because}`;
  const gates = each.gates.length === 0 ? '' : ` by ${each.gates.join(', ')}`;
  return [
    line(bad('FAIL'), strong(name)),
    indented(4, `expected ${each.expected}${because}, found ${found}${gates}`),
    ...reasons.map((reason) => indented(4, quiet(reason))),
  ];
}
