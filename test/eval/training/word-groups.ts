import type { WordGroups } from '../../../daemon/content/scanning/classifier/word-groups.ts';
import { seeded } from './grammar.ts';

/** Groups words by spherical k-means over their vectors, with fixed seeds. */

const DIMENSIONS = 100;
/** Where the package puts the length of a vector. */
const LENGTH_AT = 100;
const CANDIDATES = 60_000;
const WORDS = 40_000;
/** The groups are found among the most frequent words; the others join them. */
const FREQUENT = 12_000;
const FINE = 1000;
const BROAD = 120;
const COMMON_DIRECTIONS = 2;
const PLAIN_WORD = /^[a-z]+$/;

type Matrix = Float32Array;

function normalise(rows: Matrix, row: number): void {
  const at = row * DIMENSIONS;
  let length = 0;
  for (let d = 0; d < DIMENSIONS; d++) length += rows[at + d]! ** 2;
  length = Math.sqrt(length) || 1;
  for (let d = 0; d < DIMENSIONS; d++) rows[at + d]! /= length;
}

/** Takes out the mean and the directions that all words share, which tell frequency rather than meaning. */
function centre(rows: Matrix, count: number): void {
  const mean = new Float64Array(DIMENSIONS);
  for (let row = 0; row < count; row++)
    for (let d = 0; d < DIMENSIONS; d++) mean[d]! += rows[row * DIMENSIONS + d]! / count;
  for (let row = 0; row < count; row++)
    for (let d = 0; d < DIMENSIONS; d++) rows[row * DIMENSIONS + d]! -= mean[d]!;
  for (let component = 0; component < COMMON_DIRECTIONS; component++) {
    const direction = mainDirection(rows, count, component);
    for (let row = 0; row < count; row++) {
      const along = dot(rows, row * DIMENSIONS, direction, 0);
      for (let d = 0; d < DIMENSIONS; d++) rows[row * DIMENSIONS + d]! -= along * direction[d]!;
    }
  }
}

function dot(a: Matrix | Float64Array, aAt: number, b: Matrix | Float64Array, bAt: number): number {
  let sum = 0;
  for (let d = 0; d < DIMENSIONS; d++) sum += a[aAt + d]! * b[bAt + d]!;
  return sum;
}

function mainDirection(rows: Matrix, count: number, component: number): Float64Array {
  let direction = Float64Array.from({ length: DIMENSIONS }, (_, d) => Math.sin(d + 1 + component));
  for (let step = 0; step < 30; step++) {
    const next = new Float64Array(DIMENSIONS);
    for (let row = 0; row < count; row++) {
      const along = dot(rows, row * DIMENSIONS, direction, 0);
      for (let d = 0; d < DIMENSIONS; d++) next[d]! += along * rows[row * DIMENSIONS + d]!;
    }
    const length = Math.hypot(...next);
    direction = next.map((value) => value / length);
  }
  return direction;
}

function nearest(rows: Matrix, row: number, centres: Matrix, groups: number): number {
  let best = -2;
  let group = 0;
  for (let other = 0; other < groups; other++) {
    const likeness = dot(rows, row * DIMENSIONS, centres, other * DIMENSIONS);
    if (likeness > best) {
      best = likeness;
      group = other;
    }
  }
  return group;
}

const rowOf = (rows: Matrix, row: number) => rows.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);

function kMeans(
  rows: Matrix,
  count: number,
  groups: number,
  steps: number,
  first: (group: number) => number,
  random: () => number,
): { of: Int32Array; centres: Matrix } {
  const centres = new Float32Array(groups * DIMENSIONS);
  for (let group = 0; group < groups; group++) centres.set(rowOf(rows, first(group)), group * DIMENSIONS);
  const of = new Int32Array(count);
  for (let step = 0; step < steps; step++) {
    for (let row = 0; row < count; row++) of[row] = nearest(rows, row, centres, groups);
    centres.fill(0);
    const sizes = new Int32Array(groups);
    for (let row = 0; row < count; row++) {
      const group = of[row]!;
      sizes[group]!++;
      for (let d = 0; d < DIMENSIONS; d++) centres[group * DIMENSIONS + d]! += rows[row * DIMENSIONS + d]!;
    }
    for (let group = 0; group < groups; group++) {
      if (sizes[group] === 0) centres.set(rowOf(rows, Math.floor(random() * count)), group * DIMENSIONS);
      normalise(centres, group);
    }
  }
  return { of, centres };
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}

/** Groups the most frequent plain words; the words are expected in the order of their frequency. */
export function groupWords(source: {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}): WordGroups {
  const words = source.words
    .slice(0, CANDIDATES)
    .filter((word) => PLAIN_WORD.test(word))
    .slice(0, WORDS);
  const rows = new Float32Array(words.length * DIMENSIONS);
  for (const [row, word] of words.entries()) {
    const vector = source.vectors[word] ?? [];
    for (let d = 0; d < DIMENSIONS; d++) rows[row * DIMENSIONS + d] = vector[d]! / (vector[LENGTH_AT] || 1);
  }
  centre(rows, words.length);
  for (let row = 0; row < words.length; row++) normalise(rows, row);
  const random = seeded(12345);
  const order = shuffled(FREQUENT, random);
  const { centres } = kMeans(rows, FREQUENT, FINE, 14, (group) => order[group]!, random);
  const fine = words.map((_, row) => nearest(rows, row, centres, FINE));
  const start = (group: number) => Math.floor((group * FINE) / BROAD);
  const { of } = kMeans(centres, FINE, BROAD, 40, start, random);
  return { words, fine, broad: [...of] };
}
