import type { OfficePackage } from './package.ts';

const DAY = 86_400_000;
/** Day 0 of spreadsheets. They count 29 February 1900, which didn't exist; this makes later dates right. */
const EPOCH = Date.UTC(1899, 11, 30);
/** 1 January 10000. */
const LAST_SERIAL = 2_958_466;

/** Built-in formats of dates and times (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Letters of a date outside quoted text, colours and conditions. */
const DATE_LETTERS = /[ymdhs]/i;
const LITERALS = /"[^"]*"|\[[^\]]*\]|\\.|_./g;

/** Indexes of cell styles that show a date. */
export async function dateStyles(file: OfficePackage): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let inCellFormats = false;
  await file.read('xl/styles.xml', {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'xf' && inCellFormats) styles.push(Number(attributes.numFmtId));
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  const isDate = (id: number) => {
    const code = formats.get(id);
    return code === undefined ? isBuiltInDate(id) : DATE_LETTERS.test(code.replace(LITERALS, ''));
  };
  return new Set(styles.flatMap((id, style) => (isDate(id) ? [style] : [])));
}

/** A serial number as an ISO date, with its time if it has one; other values unchanged. */
export function dateText(value: string): string {
  const serial = Number(value);
  if (!(serial >= 0 && serial < LAST_SERIAL)) return value;
  const iso = new Date(Math.round(EPOCH + serial * DAY)).toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return Number.isInteger(serial) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
