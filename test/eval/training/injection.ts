import { seeded } from './grammar.ts';
import { sampleAttack, sampleBenignMail, sampleBenignSentence } from './samples.ts';
import { type Document, document, type Sources } from './sources.ts';
import { Examples, type FloatModel, scoreOf, train } from './trainer.ts';

/** Which documents a model may learn from: all but one fold, all but some sources. */
export interface Split {
  readonly heldOutFold: number | null;
  readonly heldOutSources: ReadonlySet<string>;
}

export const EVERYTHING: Split = { heldOutFold: null, heldOutSources: new Set() };

/** Windows of up to this many sentences are judged together. */
export const WINDOW = 3;
/** A document of at most this many sentences is judged as a whole. */
export const LONE_SENTENCES = 2;

function allowed(split: Split, documents: readonly Document[]): Document[] {
  return documents.filter((entry) => entry.fold !== split.heldOutFold && !split.heldOutSources.has(entry.source));
}

function synthetic(count: number, seed: number, source: string, sample: (random: () => number) => string): Document[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => document(source, `${source}-${index}`, sample(random)));
}

export function* windows(sentences: readonly string[], size = WINDOW): Generator<string[]> {
  for (let start = 0; start < sentences.length; start++) {
    for (let length = 1; length <= size && start + length <= sentences.length; length++) {
      yield sentences.slice(start, start + length);
    }
  }
}

const SYNTHETIC_ATTACKS = 6000;
const SYNTHETIC_BENIGN = 6000;
const OPTIONS = { epochs: 6, rate: 0.15, decay: 0, seed: 7 };

/** Attack sentences among other mail. */
export function trainBuried(sources: Sources, split: Split): FloatModel {
  const examples = new Examples();
  const attacks = allowed(split, [...sources.bipia, ...sources.latent]);
  for (const entry of attacks) for (let copy = 0; copy < 3; copy++) examples.add(entry.sentences.slice(0, WINDOW), 1, 1);
  for (const entry of attacks) if (entry.sentences.length > 1) examples.add(entry.sentences.slice(0, 1), 1, 1);
  const longer = allowed(split, [...sources.deepset, ...sources.cyberseceval, ...sources.multilingual, ...sources.jailbreaks]);
  for (const entry of longer) {
    const all = [...windows(entry.sentences)];
    const kept = all.length > 12 ? all.filter((_, index) => index % Math.ceil(all.length / 12) === 0) : all;
    for (const texts of kept) examples.add(texts, 1, Math.min(0.5, 1.5 / kept.length));
  }
  for (const entry of synthetic(SYNTHETIC_ATTACKS, 11, 'synthetic-attack', sampleAttack)) examples.add(entry.sentences.slice(0, WINDOW), 1, 0.5);
  const benign = allowed(split, [...sources.ham, ...sources.contexts, ...sources.forwards, ...sources.declarations]);
  for (const entry of benign) for (const texts of windows(entry.sentences, 2)) examples.add(texts, 0, 1);
  for (const entry of allowed(split, [...sources.wildguard])) {
    if (entry.sentences.length > LONE_SENTENCES) for (const texts of windows(entry.sentences, 2)) examples.add(texts, 0, 0.3);
  }
  for (const entry of synthetic(SYNTHETIC_BENIGN, 12, 'synthetic-benign', sampleBenignSentence)) examples.add(entry.sentences, 0, 1);
  return train(examples, OPTIONS);
}

/** Short texts that are a whole message. */
export function trainLone(sources: Sources, split: Split): FloatModel {
  const examples = new Examples();
  for (const entry of allowed(split, [...sources.deepset, ...sources.cyberseceval, ...sources.latent])) examples.add(entry.sentences.slice(0, 12), 1, 2);
  for (const entry of allowed(split, [...sources.multilingual])) examples.add(entry.sentences.slice(0, 12), 1, 1);
  for (const entry of allowed(split, [...sources.jailbreaks])) {
    examples.add(entry.sentences.slice(0, 12), 1, 0.5);
    examples.add(entry.sentences.slice(0, 3), 1, 0.5);
  }
  for (const entry of synthetic(SYNTHETIC_ATTACKS, 21, 'synthetic-attack', sampleAttack)) examples.add(entry.sentences.slice(0, WINDOW), 1, 0.2);
  for (const entry of allowed(split, [...sources.deepsetBenign])) examples.add(entry.sentences, 0, 2);
  for (const entry of allowed(split, [...sources.notinject])) examples.add(entry.sentences, 0, 3);
  for (const entry of allowed(split, [...sources.wildguard])) examples.add(entry.sentences.slice(0, 12), 0, 1);
  for (const entry of allowed(split, [...sources.declarations])) examples.add(entry.sentences, 0, 0.5);
  for (const entry of allowed(split, [...sources.ham, ...sources.contexts])) {
    for (const texts of entry.sentences.slice(0, 40)) examples.add([texts], 0, 0.3);
    examples.add(entry.sentences.slice(0, 12), 0, 1);
  }
  for (const entry of synthetic(SYNTHETIC_BENIGN, 22, 'synthetic-benign', sampleBenignMail)) examples.add(entry.sentences, 0, 0.3);
  return train(examples, OPTIONS);
}

function scoreTexts(model: FloatModel, texts: readonly string[]): number {
  const examples = new Examples();
  examples.add(texts, 0);
  return scoreOf(model, examples.features(0));
}

export function buriedScore(model: FloatModel, sentences: readonly string[]): number {
  let best = -Infinity;
  for (const texts of windows(sentences)) best = Math.max(best, scoreTexts(model, texts));
  return best;
}

export function loneScore(model: FloatModel, sentences: readonly string[]): number {
  return scoreTexts(model, sentences.slice(0, 12));
}
