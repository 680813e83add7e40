import {
  type Block,
  bad,
  type Cell,
  good,
  indented,
  line,
  padded,
  strong,
  type Tone,
  type View,
  warning,
} from '../../output/views/document.ts';
import type { CheckSeverity, DoctorResult } from './check.ts';

export interface Report {
  readonly ok: boolean;
  readonly checks: readonly (Omit<DoctorResult, 'exit'> & {
    readonly number: number;
    readonly id: string;
    readonly title: string;
  })[];
}

const TONES: Readonly<Record<CheckSeverity, Tone>> = {
  ok: 'good',
  warning: 'warning',
  error: 'bad',
  skipped: 'quiet',
};

export const doctorView: View<Report> = ({ ok, checks }) => [
  ...checks.flatMap(({ number, node, severity, title, message, remedy }, index): Block[] => [
    // The checks of a node come one after the other.
    ...(node === undefined || node === checks[index - 1]?.node ? [] : [line(strong(`Node ${node}`))]),
    line(padded(`${number}.`, 3, 'quiet'), padded(severity, 7, TONES[severity]), `${title}:`, message),
    ...(remedy === undefined ? [] : [indented(4, 'fix:', remedy)]),
  ]),
  line(ok ? verdict(checks) : bad('Some checks failed.')),
];

function verdict(checks: Report['checks']): Cell {
  const warnings = checks.filter(({ severity }) => severity === 'warning').length;
  if (warnings === 0) return good('No problems found.');
  return warning(`No errors, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`);
}
