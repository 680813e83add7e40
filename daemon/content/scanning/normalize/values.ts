/** Ends a sentence whatever stands around it; one UTF-16 unit, so that offsets stay. */
export const HARD_BREAK = '\u2029';

/** A quick sign of each kind of structure; most mail has none. */
const JSON_PAIR = /"(?:[^"\\\n]|\\.){0,200}"\s{0,20}:\s{0,20}(?:["[{]|-?\d|(?:true|false|null)\b)/;
const CALENDAR = /^BEGIN:V(?:CALENDAR|EVENT|TODO|CARD)\b/m;
const CALENDAR_NAME = /^(?:[A-Z][A-Z0-9-]{1,30}(?:;[^:\n]{0,200})?):/gm;
const YAML_KEY = /^[ \t]{0,20}(?:- )?[a-z][\w.-]{0,40}:(?=[ \t]|\r?$)/gm;
const LEAST_YAML_KEYS = 3;
const LEAST_ROWS = 3;
const DELIMITERS = [',', ';', '\t'] as const;

const breaks = (length: number) => HARD_BREAK.repeat(length);

/**
 * The text with hard breaks in place of what parts the values of JSON, tables, calendars and YAML, so that
 * each value is judged as a text of its own. Offsets stay the same, and a text without such structure is
 * returned as it is.
 */
export function partValues(text: string): string {
  if (JSON_PAIR.test(text)) return partJson(text);
  if (CALENDAR.test(text)) return partCalendar(text);
  const rows = partRows(text);
  if (rows !== null) return rows;
  return (text.match(YAML_KEY)?.length ?? 0) >= LEAST_YAML_KEYS ? text.replace(YAML_KEY, endBroken) : text;
}

/** A name of a property, still readable, with a break in place of its colon. */
function endBroken(name: string): string {
  return `${name.slice(0, -1)}${HARD_BREAK}`;
}

const JSON_STRING = /"((?:[^"\\\n]|\\.)*)"/g;
const JSON_ESCAPE = /\\(?:u[0-9a-fA-F]{4}|[^u])/g;

/** The strings of JSON, each between breaks and with its escapes read. */
function partJson(text: string): string {
  return text.replace(JSON_STRING, (_, value: string) => {
    const plain = value.includes('\\') ? value.replace(JSON_ESCAPE, readEscape) : value;
    return HARD_BREAK + plain + HARD_BREAK;
  });
}

/** The character of an escape, padded to the length of the escape. */
function readEscape(sequence: string): string {
  const kind = sequence[1] ?? '';
  if (kind === 'u')
    return String.fromCharCode(Number.parseInt(sequence.slice(2), 16)).padEnd(sequence.length);
  if (kind === 'n' || kind === 'r') return '\n ';
  return kind === 't' ? '  ' : ` ${kind}`;
}

/** RFC 5545: names before the colon, long lines folded with a blank, commas and line breaks escaped. */
function partCalendar(text: string): string {
  return text
    .replace(/\r?\n[ \t]/g, (fold) => ' '.repeat(fold.length))
    .replace(/\\[nN,;]/g, '  ')
    .replace(CALENDAR_NAME, endBroken);
}

/** Rows with the same number of fields, at least two each; null for other text. */
function partRows(text: string): string | null {
  const lines = text.split('\n');
  if (lines.length < LEAST_ROWS) return null;
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const table = tableAt(lines, delimiter);
    if (table === null) continue;
    const [first, end] = table;
    const parted = lines.map((line, index) =>
      index < first || index >= end ? line : partRow(line, delimiter),
    );
    return parted.join('\n');
  }
  return null;
}

/** The longest run of rows that have as many delimiters as each other, if it's long enough for a table. */
function tableAt(lines: readonly string[], delimiter: string): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let start = 0;
  let fields = -1;
  for (let index = 0; index <= lines.length; index++) {
    const count = index < lines.length ? delimitersIn(lines[index] ?? '', delimiter) : -2;
    if (count === fields) continue;
    if (fields > 0 && index - start >= LEAST_ROWS && (!best || index - start > best[1] - best[0]))
      best = [start, index];
    start = index;
    fields = count;
  }
  return best;
}

const FIELD_START = /[^\s]/;

/**
 * Delimiters outside of quotes. A comma before a blank or the end of the line parts words or lines, not
 * fields.
 */
function delimitersIn(line: string, delimiter: string): number {
  let count = 0;
  let quoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line[index];
    if (character === '"') quoted = !quoted;
    else if (
      character === delimiter &&
      !quoted &&
      (delimiter === '\t' || FIELD_START.test(line[index + 1] ?? ''))
    )
      count++;
  }
  return count;
}

function partRow(line: string, delimiter: string): string {
  let quoted = false;
  let row = '';
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    row += character === '"' || (character === delimiter && !quoted) ? breaks(1) : character;
  }
  return row;
}
