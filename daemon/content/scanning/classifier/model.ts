import { readFileSync } from 'node:fs';
import { TABLE_SIZE } from './features.ts';
import type { TextMemo } from './memo.ts';

/** A linear classifier over hashed features, with 8-bit weights. */
export class LinearModel {
  private readonly weights: Int8Array;
  private readonly scale: number;
  private readonly bias: number;

  constructor(weights: Int8Array, scale: number, bias: number) {
    if (weights.length !== TABLE_SIZE)
      throw new Error(`a weight table has ${TABLE_SIZE} entries, not ${weights.length}`);
    this.weights = weights;
    this.scale = scale;
    this.bias = bias;
  }

  /** The sum of weights and the number of features of a text; both add up over neighbouring texts. */
  measure(text: string, memo: TextMemo): Measure {
    const { weights } = this;
    const { start, end } = memo.featuresOf(text);
    const { indices } = memo.features;
    let sum = 0;
    for (let index = start; index < end; index++) sum += weights[indices[index] ?? 0] ?? 0;
    return { sum, count: end - start };
  }

  /** Log-odds for a list of features. */
  scoreFeatures(features: readonly number[]): number {
    let sum = 0;
    for (const feature of features) sum += this.weights[feature] ?? 0;
    return this.score({ sum, count: features.length });
  }

  /** Log-odds that a text with these measures is of the positive class. */
  score({ sum, count }: Measure): number {
    return (sum * this.scale) / Math.sqrt(Math.max(1, count)) + this.bias;
  }
}

/** Sum of the weights of the features that a text has, and how many those are. */
export interface Measure {
  readonly sum: number;
  readonly count: number;
}

const HEADER_BYTES = 8;

/**
 * Layout of a weights file: scale and bias as 32-bit floats, little-endian, then one signed byte per feature.
 */
export function encodeModel(weights: Int8Array, scale: number, bias: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeFloatLE(scale, 0);
  header.writeFloatLE(bias, 4);
  return Buffer.concat([header, Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength)]);
}

/** Reads a weights file of this folder. */
export function loadModel(file: string): LinearModel {
  const bytes = readFileSync(new URL(`./weights/${file}`, import.meta.url));
  const weights = new Int8Array(
    bytes.buffer,
    bytes.byteOffset + HEADER_BYTES,
    bytes.byteLength - HEADER_BYTES,
  );
  return new LinearModel(weights.slice(), bytes.readFloatLE(0), bytes.readFloatLE(4));
}
