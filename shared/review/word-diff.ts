/** A stretch of two texts: in both, only in the earlier one, or only in the later one. */
export interface Difference {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Table cells of a comparison, at most: 2 MB. Longer texts differ as a whole between equal ends. */
const MOST_CELLS = 1_000_000;

/** Compares two texts word by word. */
export function wordDiff(earlier: string, later: string): Difference[] {
  const [one, other] = [wordsOf(earlier), wordsOf(later)];
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return joined([
    ...one.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...between(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map((text) => ({ kind: 'same' as const, text })),
  ]);
}

/** Words, white space and punctuation marks. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
}

/** By the longest common subsequence. */
function between(one: readonly string[], other: readonly string[]): Difference[] {
  const removed = (text: string): Difference => ({ kind: 'removed', text });
  const added = (text: string): Difference => ({ kind: 'added', text });
  const width = other.length + 1;
  if ((one.length + 1) * width > MOST_CELLS) return [...one.map(removed), ...other.map(added)];
  // For each pair of ends, how many words they have in common.
  const common = new Uint16Array((one.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      common[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found: Difference[] = [];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    const [left = '', right = ''] = [one[row], other[column]];
    if (left === right) {
      found.push({ kind: 'same', text: left });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      found.push(removed(left));
      row += 1;
    } else {
      found.push(added(right));
      column += 1;
    }
  }
  return [...found, ...one.slice(row).map(removed), ...other.slice(column).map(added)];
}

/** Neighbours of one kind as one stretch. */
function joined(all: readonly Difference[]): Difference[] {
  const found: { kind: Difference['kind']; text: string }[] = [];
  for (const { kind, text } of all) {
    const last = found.at(-1);
    if (last?.kind === kind) last.text += text;
    else found.push({ kind, text });
  }
  return found;
}
