import { safeParts } from '../../../../shared/hidden-text.ts';
import type { FoundStretch } from '../../../../shared/review/stretches.ts';

/** Text of mail: what shows nothing is spelled out, and what the scan found is marked. */

interface Options {
  readonly text: string;
  readonly stretches?: readonly FoundStretch[];
}

/** A text of one or more lines. */
export function MailText({ text, stretches = [] }: Options) {
  return <>{pieces(text, stretches).map(render)}</>;
}

/** A text in the place of one line, such as a subject or an address. */
export function MailLine({ text, stretches = [] }: Options) {
  return (
    <bdi>
      <MailText text={text.replace(/[\t\n\r]/g, ' ')} stretches={stretches} />
    </bdi>
  );
}

interface TextPiece {
  readonly start: number;
  readonly text: string;
  readonly isHidden: boolean;
  readonly reasons: readonly string[] | undefined;
}

function render({ start, text, isHidden, reasons }: TextPiece) {
  const shown = isHidden ? (
    <span className="hidden-character" key={start}>
      {text}
    </span>
  ) : (
    text
  );
  if (!reasons) return shown;
  return (
    <mark key={start} title={reasons.join(' ')}>
      {shown}
    </mark>
  );
}

/** Cuts a text where hidden characters and marks begin and end. */
function pieces(text: string, stretches: readonly FoundStretch[]): TextPiece[] {
  const found: TextPiece[] = [];
  let offset = 0;
  for (const whole of text.split('\n')) {
    // Lines of mail may end with CRLF.
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const parts = safeParts(line);
    for (const [index, part] of parts.entries()) {
      if (part.hidden !== undefined) {
        const start = offset + part.start;
        found.push({ start, text: part.text, isHidden: true, reasons: reasonsAt(stretches, start) });
        continue;
      }
      const end = parts[index + 1]?.start ?? line.length;
      found.push(...cut(line.slice(part.start, end), offset + part.start, stretches));
    }
    offset += whole.length;
    if (offset < text.length) found.push({ start: offset, text: '\n', isHidden: false, reasons: undefined });
    offset += 1;
  }
  return found;
}

function cut(text: string, start: number, stretches: readonly FoundStretch[]): TextPiece[] {
  const end = start + text.length;
  const edges = new Set([start, end]);
  for (const each of stretches) {
    for (const edge of [each.start, each.end]) if (edge > start && edge < end) edges.add(edge);
  }
  const sorted = [...edges].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((from, index) => ({
    start: from,
    text: text.slice(from - start, (sorted[index + 1] ?? end) - start),
    isHidden: false,
    reasons: reasonsAt(stretches, from),
  }));
}

function reasonsAt(stretches: readonly FoundStretch[], offset: number): readonly string[] | undefined {
  return stretches.find(({ start, end }) => start <= offset && offset < end)?.reasons;
}
