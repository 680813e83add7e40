/** A result beside the one that's wanted. */
export interface Measured {
  readonly isExact: boolean;
  /** A word of the writer is missing. */
  readonly isLossy: boolean;
}

export function measured(result: string, expected: string): Measured {
  const left = new Map<string, number>();
  for (const word of wordsOf(result)) left.set(word, (left.get(word) ?? 0) + 1);
  let isLossy = false;
  for (const word of wordsOf(expected)) {
    const count = left.get(word) ?? 0;
    if (count === 0) isLossy = true;
    left.set(word, count - 1);
  }
  return { isExact: result === expected, isLossy };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
