import type { Finding, Severity } from '../doctor/checks.ts';
import { type Block, bad, type Cell, good, line, quiet, type View, warning } from './document.ts';

export interface Report {
  readonly ok: boolean;
  readonly checks: readonly (Omit<Finding, 'exit'> & {
    readonly number: number;
    readonly id: string;
    readonly title: string;
  })[];
}

const MARKS: Readonly<Record<Severity, Cell>> = {
  ok: good('ok     '),
  warning: warning('warning'),
  error: bad('error  '),
  skipped: quiet('skipped'),
};

export const doctorView: View<Report> = ({ ok, checks }) => [
  ...checks.flatMap((check): Block[] => [
    line(`${check.number}.`, MARKS[check.severity], `${check.title}:`, check.message),
    ...(check.remedy === undefined ? [] : [line('    do:', check.remedy)]),
  ]),
  line(ok ? good('All is well.') : bad('Something needs attention.')),
];
