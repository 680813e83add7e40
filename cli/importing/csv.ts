/** A record of a CSV text, and the line that it begins on. */
export interface CsvRecord {
  /** Counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads CSV as RFC 4180 describes it: quoted cells may hold delimiters, doubled quotes and line breaks. */
export function* readCsv(text: string, delimiter: string): Generator<CsvRecord> {
  let line = 1;
  let begun = 1;
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '\n') line++;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index++;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      yield { line: begun, cells: [...cells, cell] };
      cells = [];
      cell = '';
      begun = line;
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || cells.length > 0) yield { line: begun, cells: [...cells, cell] };
}
