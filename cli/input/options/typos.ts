/** Levenshtein's distance. */
export function typosBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries()) {
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === against ? 0 : 1)),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The name that was meant by a word with at most two typing errors. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const most = Math.min(2, Math.floor(word.length / 2));
  const ranked = names
    .map((name) => ({ name, far: typosBetween(word.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.far - other.far);
  const [best] = ranked;
  return best && best.far <= most ? best.name : undefined;
}
