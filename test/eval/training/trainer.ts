import {
  addFeatures,
  FeatureSink,
  GENERAL_SIZE,
  TABLE_SIZE,
} from '../../../daemon/content/scanning/classifier/features.ts';
import { LinearModel } from '../../../daemon/content/scanning/classifier/model.ts';
import { seeded } from './grammar.ts';

/** Feature lists of many examples, stored back to back. */
export class Examples {
  private data = new Uint32Array(1 << 12);
  private used = 0;
  readonly starts: number[] = [0];
  readonly labels: number[] = [];
  readonly weights: number[] = [];
  private readonly sink = new FeatureSink();

  get size(): number {
    return this.labels.length;
  }

  /** Adds an example made of neighbouring texts. */
  add(texts: readonly string[], label: 0 | 1, weight = 1): void {
    this.sink.clear();
    for (const text of texts) addFeatures(this.sink, text);
    this.store(label, weight);
  }

  /** Adds an example whose features are already known. */
  addFeatures(features: readonly number[], label: 0 | 1, weight = 1): void {
    this.sink.clear();
    for (const feature of features) this.sink.push(feature);
    this.store(label, weight);
  }

  private store(label: 0 | 1, weight: number): void {
    const needed = this.used + this.sink.length;
    if (needed > this.data.length) {
      const larger = new Uint32Array(Math.max(needed, this.data.length * 2));
      larger.set(this.data.subarray(0, this.used));
      this.data = larger;
    }
    this.data.set(this.sink.indices.subarray(0, this.sink.length), this.used);
    this.used = needed;
    this.starts.push(needed);
    this.labels.push(label);
    this.weights.push(weight);
  }

  features(index: number): Uint32Array {
    return this.data.subarray(this.starts[index], this.starts[index + 1]);
  }
}

export interface TrainingOptions {
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  readonly seed: number;
  /**
   * Share of the features of an example that each round leaves out, so that none of them carries it alone.
   */
  readonly drop?: number;
  /**
   * Shares of the rounds of an example that see its general features alone, and its words alone, so that
   * each kind learns to tell without the other: general features hold for words that were never seen.
   */
  readonly alone?: { readonly general: number; readonly words: number };
}

export interface FloatModel {
  readonly weights: Float32Array;
  bias: number;
}

export function scoreOf(model: FloatModel, features: Uint32Array): number {
  let sum = 0;
  for (let index = 0; index < features.length; index++) sum += model.weights[features[index]!]!;
  return sum / Math.sqrt(Math.max(1, features.length)) + model.bias;
}

/** Leaves out a share of the features of an example, another one each time. */
class Thinner {
  private kept = new Uint32Array(1 << 12);
  private state: number;
  private readonly limit: number;
  private readonly alone: { readonly general: number; readonly words: number };

  constructor({ drop = 0, alone = { general: 0, words: 0 }, seed }: TrainingOptions) {
    this.state = seed | 1;
    this.limit = drop * 2 ** 32;
    this.alone = alone;
  }

  /** The next number from 0 to 2^32 - 1, by xorshift. */
  private next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return this.state >>> 0;
  }

  /** Entries of the table from the first to before the end, of which features are kept this time. */
  private range(): readonly [first: number, end: number] {
    const { general, words } = this.alone;
    if (general + words === 0) return [0, TABLE_SIZE];
    const turn = this.next() / 2 ** 32;
    if (turn < general) return [0, GENERAL_SIZE];
    return turn < general + words ? [GENERAL_SIZE, TABLE_SIZE] : [0, TABLE_SIZE];
  }

  thin(features: Uint32Array): Uint32Array {
    if (this.limit === 0) return features;
    if (this.kept.length < features.length) this.kept = new Uint32Array(2 * features.length);
    const [first, end] = this.range();
    const { kept, limit } = this;
    let { state } = this;
    let count = 0;
    for (let index = 0; index < features.length; index++) {
      const feature = features[index]!;
      if (feature < first || feature >= end) continue;
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      if (state >>> 0 >= limit) kept[count++] = feature;
    }
    this.state = state;
    return kept.subarray(0, count);
  }
}

/**
 * Logistic regression by stochastic gradient descent with AdaGrad steps and L2 decay of the weights touched.
 */
export function train(examples: Examples, options: TrainingOptions, start?: FloatModel): FloatModel {
  const model: FloatModel = start ?? { weights: new Float32Array(TABLE_SIZE), bias: 0 };
  const squares = new Float32Array(TABLE_SIZE).fill(1e-2);
  const random = seeded(options.seed);
  const thinner = new Thinner(options);
  const order = Uint32Array.from({ length: examples.size }, (_, index) => index);
  const average = new Float32Array(TABLE_SIZE);
  let averageBias = 0;
  let biasSquare = 1;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    for (let index = order.length - 1; index > 0; index--) {
      const other = Math.floor(random() * (index + 1));
      [order[index], order[other]] = [order[other]!, order[index]!];
    }
    for (const example of order) {
      const features = thinner.thin(examples.features(example));
      const score = scoreOf(model, features);
      const error = 1 / (1 + Math.exp(-score)) - examples.labels[example]!;
      const gradient = error * examples.weights[example]!;
      if (Math.abs(gradient) < 1e-4) continue;
      const step = gradient / Math.sqrt(Math.max(1, features.length));
      for (let index = 0; index < features.length; index++) {
        const feature = features[index]!;
        const slope = step + options.decay * model.weights[feature]!;
        squares[feature]! += slope * slope;
        model.weights[feature]! -= (options.rate * slope) / Math.sqrt(squares[feature]!);
      }
      biasSquare += gradient * gradient;
      model.bias -= (options.rate * gradient) / Math.sqrt(biasSquare);
    }
    for (let feature = 0; feature < TABLE_SIZE; feature++)
      average[feature]! += model.weights[feature]! / options.epochs;
    averageBias += model.bias / options.epochs;
  }
  return { weights: average, bias: averageBias };
}

export function averageOf(models: readonly FloatModel[]): FloatModel {
  const weights = new Float32Array(TABLE_SIZE);
  for (const model of models) {
    for (let index = 0; index < TABLE_SIZE; index++) weights[index]! += model.weights[index]! / models.length;
  }
  return { weights, bias: models.reduce((sum, { bias }) => sum + bias / models.length, 0) };
}

/** Rounds weights to signed bytes; the largest ones are cut, which costs less than coarse steps for all. */
export function quantise(model: FloatModel): { weights: Int8Array; scale: number; bias: number } {
  const magnitudes = Float32Array.from(model.weights, Math.abs).sort();
  const limit = magnitudes[Math.floor(magnitudes.length * 0.9998)] || 1;
  const scale = limit / 127;
  const weights = Int8Array.from(model.weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  );
  return { weights, scale, bias: model.bias };
}

export function asLinearModel(model: FloatModel): LinearModel {
  const { weights, scale, bias } = quantise(model);
  return new LinearModel(weights, scale, bias);
}
