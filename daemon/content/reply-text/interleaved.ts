import type { MailLine } from './parts.ts';

/** Lines beside each other that are the writer's, or that are not. */
interface LineRun {
  readonly isOwn: boolean;
  readonly lines: MailLine[];
}

function runsOf(lines: readonly MailLine[]): LineRun[] {
  const runs: LineRun[] = [];
  for (const line of lines) {
    const isOwn = line.kind === 'own';
    const last = runs.at(-1);
    // Empty lines go with what they follow.
    if (last !== undefined && (last.isOwn === isOwn || line.isBlank)) last.lines.push(line);
    else runs.push({ isOwn, lines: [line] });
  }
  return runs;
}

/** Answers to so many passages are written between them. */
const FEWEST_ANSWERED = 2;

/**
 * Shows the quoted passages that the writer answers one by one. A quote that stands above all of the writer's
 * words, or between them, is the earlier message as a whole.
 */
export function showAnswered(lines: readonly MailLine[]): void {
  const runs = runsOf(lines);
  const answered = runs.filter(({ isOwn, lines: quoted }, index) => {
    const answer = runs[index + 1];
    return !isOwn && quoted.some(({ kind }) => kind === 'quoted') && answer !== undefined && hasWords(answer);
  });
  const introduced = runs.filter((run, index) => !run.isOwn && isIntroduced(runs[index - 1], run));
  const shown = new Set([...(answered.length >= FEWEST_ANSWERED ? answered : []), ...introduced]);
  for (const run of runs) {
    for (const line of run.lines)
      line.isShown = line.kind === 'own' || (shown.has(run) && line.kind === 'quoted');
  }
}

/** Marked lines right below a colon belong to the sentence above: a list, or what somebody else said. */
function isIntroduced(before: LineRun | undefined, { lines: [first] }: LineRun): boolean {
  return before?.isOwn === true && first?.kind === 'quoted' && /[:：]$/.test(before.lines.at(-1)?.text ?? '');
}

function hasWords({ isOwn, lines }: LineRun): boolean {
  return isOwn && lines.some(({ isBlank }) => !isBlank);
}
