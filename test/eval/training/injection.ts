import {
  isSubstantial,
  LONE_SENTENCES,
  WHOLE_SENTENCES,
  WINDOW,
} from '../../../daemon/scanning/injection/judge.ts';
import { seeded } from './grammar.ts';
import { sampleAttack, sampleBenignMail, sampleBenignSentence, setThings } from './samples.ts';
import { type Document, document, type Sources, thingsOf } from './sources.ts';
import { Examples, type FloatModel, scoreOf, train } from './trainer.ts';

/** Which documents a model may learn from: all but one fold, all but some sources. */
export interface Split {
  readonly heldOutFold: number | null;
  readonly heldOutSources: ReadonlySet<string>;
}

export const EVERYTHING: Split = { heldOutFold: null, heldOutSources: new Set() };

function allowed(split: Split, documents: readonly Document[]): Document[] {
  return documents.filter(
    (entry) => entry.fold !== split.heldOutFold && !split.heldOutSources.has(entry.source),
  );
}

function synthetic(
  count: number,
  seed: number,
  source: string,
  sample: (random: () => number) => string,
): Document[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => document(source, `${source}-${index}`, sample(random)));
}

export function* windows(sentences: readonly string[], size = WINDOW): Generator<string[]> {
  for (let start = 0; start < sentences.length; start++) {
    for (let length = 1; length <= size && start + length <= sentences.length; length++) {
      const texts = sentences.slice(start, start + length);
      if (isSubstantial(texts.join(''))) yield texts;
    }
  }
}

const SYNTHETIC_ATTACKS = 24_000;
/** Benign passages with at least these log-odds after a first round weigh more in the second. */
const HARD_FROM = -2;
const HARD_WEIGHT = 4;
/** Of a long attack, the passages that look most like one are learned. */
const BEST_PASSAGES = 4;
const SPAM_SENTENCES = 60;
const LONE_SYNTHETIC = 9_000;
const LONE_BENIGN = 16_000;
const LONE_BENIGN_SENTENCES = 8_000;
const LONE_BENIGN_WEIGHT = 0.6;
const SYNTHETIC_BENIGN = 32_000;
const BURIED = { epochs: 16, rate: 0.3, decay: 0.002, seed: 7 };
const LONE = { epochs: 12, rate: 0.3, decay: 0.001, seed: 7 };

/** Attack sentences among other mail. */
export function trainBuried(sources: Sources, split: Split): FloatModel {
  const examples = new Examples();
  setThings(thingsOf(allowed(split, [...sources.ham, ...sources.wildguard])));
  const attacks = allowed(split, [...sources.bipia, ...sources.latent]);
  for (const entry of attacks)
    for (let copy = 0; copy < 3; copy++) examples.add(entry.sentences.slice(0, WINDOW), 1, 5);
  for (const entry of attacks)
    if (entry.sentences.length > 1) examples.add(entry.sentences.slice(0, 1), 1, 1);
  for (const entry of synthetic(SYNTHETIC_ATTACKS, 11, 'synthetic-attack', sampleAttack))
    examples.add(entry.sentences.slice(0, WINDOW), 1, 1);
  const benign = allowed(split, [
    ...sources.ham,
    ...sources.markup,
    ...sources.contexts,
    ...sources.forwards,
    ...sources.declarations,
  ]);
  for (const entry of benign) for (const texts of windows(entry.sentences, 2)) examples.add(texts, 0, 1);
  for (const entry of allowed(split, sources.spam))
    for (const texts of windows(entry.sentences.slice(0, SPAM_SENTENCES), 2)) examples.add(texts, 0, 0.5);
  for (const entry of allowed(split, [...sources.wildguard])) {
    if (entry.sentences.length > LONE_SENTENCES)
      for (const texts of windows(entry.sentences, 2)) examples.add(texts, 0, 0.3);
  }
  for (const entry of synthetic(SYNTHETIC_BENIGN, 12, 'synthetic-benign', sampleBenignSentence))
    examples.add(entry.sentences, 0, 0.5);
  const firstLonger = examples.size;
  const longer = allowed(split, [
    ...sources.deepset,
    ...sources.cyberseceval,
    ...sources.multilingual,
    ...sources.jailbreaks,
  ]);
  for (const entry of longer)
    for (const texts of spread([...windows(entry.sentences)], 12)) examples.add(texts, 1, 0.1);
  const first = train(examples, BURIED);
  for (let index = 0; index < firstLonger; index++) {
    if (examples.labels[index] === 0 && scoreOf(first, examples.features(index)) > HARD_FROM)
      examples.weights[index]! *= HARD_WEIGHT;
  }
  for (let index = firstLonger; index < examples.size; index++) examples.weights[index] = 0;
  for (const entry of longer) {
    const ranked = [...windows(entry.sentences)].map((texts) => ({ texts, score: scoreTexts(first, texts) }));
    ranked.sort((a, b) => b.score - a.score);
    const foreign = entry.source === 'multilingual' ? 0.5 : 1;
    for (const { texts } of ranked.slice(0, BEST_PASSAGES)) examples.add(texts, 1, foreign);
  }
  return train(examples, BURIED);
}

/** At most `count` items, evenly taken. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.ceil(items.length / count);
  return items.filter((_, index) => index % step === 0);
}

/** Short texts that are a whole message. */
export function trainLone(sources: Sources, split: Split): FloatModel {
  const examples = new Examples();
  for (const entry of allowed(split, [...sources.deepset, ...sources.cyberseceval, ...sources.latent]))
    examples.add(entry.sentences.slice(0, WHOLE_SENTENCES), 1, 3);
  for (const entry of allowed(split, [...sources.multilingual]))
    examples.add(entry.sentences.slice(0, WHOLE_SENTENCES), 1, 1);
  for (const entry of allowed(split, [...sources.jailbreaks])) {
    examples.add(entry.sentences.slice(0, WHOLE_SENTENCES), 1, 0.5);
    examples.add(entry.sentences.slice(0, 3), 1, 0.5);
  }
  for (const entry of synthetic(LONE_SYNTHETIC, 21, 'synthetic-attack', sampleAttack))
    examples.add(entry.sentences.slice(0, WINDOW), 1, 0.15);
  for (const entry of allowed(split, [...sources.deepsetBenign])) examples.add(entry.sentences, 0, 2);
  for (const entry of allowed(split, [...sources.notinject])) examples.add(entry.sentences, 0, 5);
  for (const entry of allowed(split, [...sources.wildguard]))
    examples.add(entry.sentences.slice(0, WHOLE_SENTENCES), 0, 1);
  for (const entry of allowed(split, [...sources.declarations])) examples.add(entry.sentences, 0, 0.5);
  for (const entry of allowed(split, [...sources.ham, ...sources.contexts])) {
    for (const texts of entry.sentences.slice(0, 40)) examples.add([texts], 0, 0.5);
    examples.add(entry.sentences.slice(0, WHOLE_SENTENCES), 0, 1);
  }
  for (const entry of synthetic(LONE_BENIGN, 22, 'synthetic-benign', sampleBenignMail))
    examples.add(entry.sentences, 0, LONE_BENIGN_WEIGHT);
  for (const entry of synthetic(LONE_BENIGN_SENTENCES, 23, 'synthetic-benign', sampleBenignSentence))
    examples.add(entry.sentences, 0, LONE_BENIGN_WEIGHT);
  return train(examples, LONE);
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
  return scoreTexts(model, sentences.slice(0, WHOLE_SENTENCES));
}
