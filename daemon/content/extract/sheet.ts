import { type ExtractedText, ExtractionError, type Inside, MAX_TEXT } from './outcome.ts';
import { OfficePackage } from './package.ts';
import { dateStyles, dateText } from './sheet-dates.ts';
import { LimitedText } from './text-sink.ts';
import { addUnshown } from './unshown.ts';
import type { XmlHandler } from './xml.ts';

/** Extracts every sheet with its name, a line per row and tabs between cells; then the comments. */
export async function extractSheet(content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  const file = await OfficePackage.open(content);
  const strings = await sharedStrings(file);
  const dates = await dateStyles(file);
  const sink = new LimitedText(inside.extent);
  for (const { name, part } of await sheetsOf(file)) {
    if (sink.full) break;
    sink.add(`${name}\n`);
    await file.read(part, cells(sink, strings, dates));
    sink.add('\n');
  }
  for (const name of file.names(/^xl\/(?:comments\d*|threadedcomments\/.*)\.xml$/)) {
    await file.read(name, cells(sink, strings, dates));
  }
  const whole = await addUnshown(sink, file, inside);
  return { text: sink.text, truncated: sink.full || !whole, pageCount: null, extractor: 'xlsx' };
}

interface Sheet {
  readonly name: string;
  readonly part: string;
}

/** Sheets in the workbook's order, or all parts when its list is unusable. */
async function sheetsOf(file: OfficePackage): Promise<Sheet[]> {
  const targets = new Map<string, string>();
  await file.read('xl/_rels/workbook.xml.rels', {
    open(name, { Id = '', Target = '' }) {
      if (name === 'Relationship') targets.set(Id, partName(Target));
    },
  });
  const sheets: Sheet[] = [];
  await file.read('xl/workbook.xml', {
    open(element, attributes) {
      const part = element === 'sheet' && targets.get(attributes['r:id'] ?? '');
      if (part && file.has(part)) sheets.push({ name: attributes.name ?? '', part });
    },
  });
  const listed = new Set(sheets.map(({ part }) => part));
  const others = file.names(/^xl\/worksheets\/[^/]+\.xml$/).filter((part) => !listed.has(part));
  return [...sheets, ...others.map((part) => ({ name: '', part }))];
}

function partName(target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
  return path.toLowerCase();
}

const MAX_STRINGS = 1_000_000;

async function sharedStrings(file: OfficePackage): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = false;
  await file.read('xl/sharedstrings.xml', {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      inText = name === 't' && !phonetic;
    },
    text(piece) {
      if (inText && text.length < MAX_TEXT) text += piece;
    },
    close(name) {
      inText = false;
      if (name === 'rPh') phonetic = false;
      if (name !== 'si') return;
      if (strings.length >= MAX_STRINGS) throw new ExtractionError('expands_too_much');
      strings.push(text);
    },
  });
  return strings;
}

/** Reads cell values, or the text of comments. */
function cells(sink: LimitedText, strings: readonly string[], dates: ReadonlySet<number>): XmlHandler {
  let type = '';
  let style = 0;
  let value = '';
  let inValue = false;
  const shown = () => {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    return (type === '' || type === 'n') && dates.has(style) ? dateText(value) : value;
  };
  return {
    open(name, attributes) {
      if (name === 'c' || name === 'comment' || name === 'threadedComment') {
        type = name === 'c' ? (attributes.t ?? '') : 'inlineStr';
        style = Number(attributes.s ?? 0);
        value = '';
      }
      inValue = name === 'v' || name === 't' || name === 'text';
    },
    text(text) {
      if (inValue && value.length < MAX_TEXT) value += text;
    },
    close(name) {
      inValue = false;
      if (name === 'c' && value !== '') sink.add(`${shown()}\t`);
      if (name === 'row') sink.add('\n');
      if (name === 'comment' || name === 'threadedComment') sink.add(`${value}\n`);
    },
    enough: () => sink.full,
  };
}
