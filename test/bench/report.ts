/** One line of the report: a ratio against a reference that was measured in the same run, and its goal. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: { readonly atLeast: number } | { readonly atMost: number };
  /** Description of the measurement. */
  readonly detail: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Runs two measurements in turn, so that a slow moment of the machine hits both; returns the medians. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ ours: number; reference: number; ratio: number }> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await reference()]);
  return {
    ours: median(pairs.map(([a]) => a)),
    reference: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}

export function formatFigure(figure: Figure): string {
  const { goal } = figure;
  const met = 'atLeast' in goal ? figure.value >= goal.atLeast : figure.value <= goal.atMost;
  const wanted = 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`;
  const value = `${figure.value.toPrecision(3)} ${figure.unit}`.trim();
  return `${met ? 'met   ' : 'MISSED'}  ${figure.name.padEnd(46)} ${value.padStart(12)}  goal ${wanted.padEnd(8)}  ${figure.detail}`;
}
