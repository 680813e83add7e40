/** A stretch of text and whether it repeats an earlier message. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const QUOTED_LINE = /^[ \t]{0,3}[>|｜][ >|]*/;
/** Lines with which mail programs introduce the message that follows. */
const HISTORY_STARTS = [
  /^-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|исходное сообщение|原始邮件)\s*-{2,}/i,
  /^_{20,}\s*$/,
];
const ATTRIBUTION =
  /^(?:on\b.{5,150}\bwrote|am\b.{5,150}\bschrieb.{0,80}|le\b.{5,150}\ba écrit|el\b.{5,150}\bescribió|il\b.{5,150}\bha scritto|em\b.{5,150}\bescreveu|op\b.{5,150}\bschreef.{0,80})\s?:\s*$/i;
const SIGNATURE = /^-- ?$/;

function startsHistory(line: string): boolean {
  return HISTORY_STARTS.some((pattern) => pattern.test(line)) || ATTRIBUTION.test(line);
}

/** Splits text into new and quoted passages; what follows a history header counts as quoted. */
export function splitQuoted(text: string): Passage[] {
  const passages: Passage[] = [];
  let history = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, Math.min(end, start + 300)).trimEnd();
    if (!history && startsHistory(line)) history = true;
    const quoted = history || QUOTED_LINE.test(line);
    const last = passages.at(-1);
    if (last && last.quoted === quoted) passages[passages.length - 1] = { ...last, end };
    else passages.push({ start, end, quoted });
    start = end;
  }
  return passages;
}

/** The text that its writer added: no quoted lines, no history, no signature. */
export function newTextOf(text: string): string {
  const fresh = splitQuoted(text)
    .filter((passage) => !passage.quoted)
    .map((passage) => text.slice(passage.start, passage.end))
    .join('');
  const lines = fresh.split('\n');
  const signature = lines.findIndex((line, index) => index > 0 && SIGNATURE.test(line.trimEnd()));
  return (signature === -1 ? lines : lines.slice(0, signature)).join('\n').trim();
}
