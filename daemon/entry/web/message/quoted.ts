/** Parts of a text: own words, and what they quote. */
export interface TextPart {
  /** Offset in the whole text. */
  readonly start: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

const QUOTED = /^>/;
/** Fewer quoted lines are shown: folding them would hide more than it saves. */
const FEWEST = 3;

/** Cuts a text into own words and runs of quoted lines. */
export function foldedText(text: string, folds: boolean): TextPart[] {
  const whole = { start: 0, text, isQuoted: false };
  if (!folds) return [whole];
  const runs = runsOf(text);
  const isFolded = ({ isQuoted, lines }: Run) => isQuoted && lines >= FEWEST;
  if (!runs.some(isFolded) || runs.every(isFolded)) return [whole];
  return runs.map((run) => ({
    start: run.start,
    text: text.slice(run.start, run.end),
    isQuoted: isFolded(run),
  }));
}

interface Run {
  readonly start: number;
  end: number;
  lines: number;
  readonly isQuoted: boolean;
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const end = Math.min(offset + line.length + 1, text.length);
    const isQuoted = QUOTED.test(line);
    const last = runs.at(-1);
    if (last?.isQuoted === isQuoted) {
      last.end = end;
      last.lines += 1;
    } else runs.push({ start: offset, end, lines: 1, isQuoted });
    offset = end;
  }
  return runs;
}
