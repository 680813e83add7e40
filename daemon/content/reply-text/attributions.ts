import type { MailLine } from './parts.ts';

/** Lines that say who wrote what is quoted below, as `On Monday, Ann wrote:`. */

const VERBS =
  'wrote|writes|zitat von|quoting|citando|citation de|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escribi[oó]|ha scritto|scrive|escreveu|schreef|geschreven|napisał\\(a\\)|napisał|napisała|pisze|' +
  'написал|написала|написал\\(а\\)|пишет|писал|пише|skrev|kirjoitti|napsal\\(a\\)|napsal|napsala|írta|ezt írta|yazdı|şunu yazdı|şunları yazdı|a scris|je napisao|je napisala|' +
  'さんは書きました|さんが書きました|は書きました|のメール|のメッセージ|wrote|写道|寫道|작성|님이 작성|έγραψε|đã viết|כתב';
/** No letter may follow the words. */
const VERB = new RegExp(
  `(?:^|[^\\p{L}])(?:${VERBS})(?![\\p{L}])|(?:さんは?|が)?書きました|のメール|写道|寫道|작성`,
  'iu',
);
const ENDS = /(?:[:：]|wrote -{2,}|-{3,})\s*$/i;
const ADDRESS = /[<([]\s?(?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{1,255}/;
const YEAR = /(?:^|\D)(?:19|20)\d\d(?:\D|$)/;
const SHORT_DATE =
  /\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{4}[./年-]\s?\d{1,2}|\d{1,2}\s?[月.]|\d{1,2}(?:st|nd|rd|th)?,?\s\p{L}{3,}|\p{L}{3,}\.?\s\d{1,2}/u;
const NUMERIC_DATE = /\d{1,2}[./-]\d{1,2}[./-]\d{2}/;
const TIME = /\d{1,2}\s?[:.h時时点]\s?\d{2}/;
/** A full name alone, as some programs write it. */
const NAMED =
  /^(?!(?:My|Our|Your|His|Her|Their|The|This|Dear)\s)\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){1,4} (?:wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|пишет) ?:$/u;
/** First words of such lines. */
const STARTS =
  /^(?:[-=*─—]{2,}\s*)?(?:on|at|am|le|el|il|em|op|dnia|w dniu|den|på|kl|dne|dňa|pe|la|στις|tarihinde|no dia|na|a \d|vào|在|în|u|в|от|\d|\p{L}{2,12}[.,]?,? \d|\p{L}{2,12}[.,] |["'“]?[^\s<>]{1,40}(?: [^\s<>]{1,40}){0,4} ?[<([])/iu;

/** Lines that an attribution is folded over. */
const MOST_LINES = 4;
const MOST_CHARACTERS = 400;
/** Empty lines between an attribution and its quote. */
const MOST_BLANK = 2;

/** Marks the attribution above each quote, or within its first lines. */
export function markAttributions(lines: MailLine[]): void {
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (line.kind !== 'quoted' || before?.kind === 'quoted') continue;
    let last = index - 1;
    while (last > index - 1 - MOST_BLANK && lines[last]?.isBlank) last--;
    const start = startOf(lines, last, isAttribution);
    if (start === null) markWithin(lines, index);
    else for (const part of lines.slice(start, index)) part.kind = 'attribution';
  }
}

/** Telephones put it into the quote. */
function markWithin(lines: MailLine[], first: number): void {
  let joined = '';
  for (let index = first; index < first + MOST_LINES && lines[index]?.kind === 'quoted'; index++) {
    joined = `${joined} ${lines[index]?.text.replace(/^ ?[>＞] ?/, '') ?? ''}`.trim();
    if (!ENDS.test(joined)) continue;
    if (joined.length > MOST_CHARACTERS || !isBegun(joined, true) || !isAttribution(joined)) return;
    for (const line of lines.slice(first, index + 1)) line.kind = 'attribution';
    return;
  }
}

/** An attribution above a message whose lines aren't marked; it must be one beyond doubt. */
export function findCertainAttribution(lines: readonly MailLine[]): { start: number; end: number } | null {
  for (const [index, { text, kind }] of lines.entries()) {
    if (kind !== 'own' || !ENDS.test(text)) continue;
    const start = startOf(lines, index, isCertain);
    if (start !== null && (start === index || isAlone(lines, start))) return { start, end: index + 1 };
  }
  return null;
}

/** Within a paragraph it may be the writer's own sentence. */
function isAlone(lines: readonly MailLine[], start: number): boolean {
  return start === 0 || lines[start - 1]?.isBlank === true;
}

/** The first line of the attribution that ends with this one: as many lines as begin like one. */
function startOf(lines: readonly MailLine[], last: number, test: (text: string) => boolean): number | null {
  const end = lines[last];
  if (end === undefined || end.kind !== 'own' || !ENDS.test(end.text)) return null;
  let joined = '';
  let found: number | null = null;
  for (let index = last; index > last - MOST_LINES && index >= 0; index--) {
    const line = lines[index];
    if (line === undefined || line.isBlank || line.kind !== 'own') break;
    joined = joined === '' ? line.text.trim() : `${line.text.trim()} ${joined}`;
    if (joined.length > MOST_CHARACTERS) break;
    if (isBegun(joined, index === last) && test(joined))
      found = found === null || !startsSentence(lines, index) ? index : found;
  }
  return found;
}

/** A line that ends in a full stop is a sentence of its own. */
function startsSentence(lines: readonly MailLine[], index: number): boolean {
  return /[.!?。]$/.test(lines[index]?.text ?? '');
}

/** Whether the lines begin like an attribution, or are one line that only a program writes. */
function isBegun(text: string, isSingle: boolean): boolean {
  return STARTS.test(text) || (isSingle && (isMachineMade(text) || NAMED.test(text)));
}

/** A person hardly writes an address, a date and a time of day into one line. */
function isMachineMade(text: string): boolean {
  return ADDRESS.test(text) && TIME.test(text) && (YEAR.test(text) || SHORT_DATE.test(text));
}

function isAttribution(text: string): boolean {
  const hasDate = YEAR.test(text) || SHORT_DATE.test(text);
  if (ADDRESS.test(text)) return hasDate || VERB.test(text) || TIME.test(text);
  return (VERB.test(text) && hasDate) || NAMED.test(text);
}

function isCertain(text: string): boolean {
  return (
    ADDRESS.test(text) &&
    (YEAR.test(text) || NUMERIC_DATE.test(text)) &&
    TIME.test(text) &&
    (VERB.test(text) || /-{3,}\s*$/.test(text))
  );
}
