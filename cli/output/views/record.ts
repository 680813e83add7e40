import { type Cell, fields, quiet, strong, type View } from './document.ts';

/** A generic record: fields by name, nested ones below each other. */
export const recordView: View<Readonly<Record<string, unknown>>> = (record) => [
  fields(...rowsOf(record, '')),
];

function rowsOf(record: Readonly<Record<string, unknown>>, prefix: string): [string, Cell][] {
  return Object.entries(record).flatMap(([name, value]) => {
    const label = `${prefix}${name.replaceAll('_', ' ')}`;
    return isRecord(value) ? rowsOf(value, `${label} `) : [[label, cellOf(value)] as [string, Cell]];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return quiet('-');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.length === 0
      ? quiet('none')
      : value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(' ');
  return typeof value === 'string' ? strong(value) : String(value);
}
