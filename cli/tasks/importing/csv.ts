/** A CSV record and its first line. */
export interface CsvRecord {
  /** Counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Parses CSV (RFC 4180): quoted cells may have delimiters, doubled quotes and line breaks. */
export function* readCsv(text: string, delimiter: string): Generator<CsvRecord> {
  let line = 1;
  let begun = 1;
  let cells: string[] = [];
  let cell = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '"' && cell === '') {
      const end = endOfQuoted(text, index + 1);
      const quoted = text.slice(index + 1, end);
      line += quoted.split('\n').length - 1;
      cell = quoted.replaceAll('""', '"');
      index = end;
    } else if (character === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      yield { line: begun, cells: [...cells, cell] };
      cells = [];
      cell = '';
      line++;
      begun = line;
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || cells.length > 0) yield { line: begun, cells: [...cells, cell] };
}

/** Position of the closing quote of the cell at `start`; the end of the text without one. */
function endOfQuoted(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end === -1 ? text.length : end;
}
