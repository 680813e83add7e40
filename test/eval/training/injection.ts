import { isSubstantial, WINDOW } from '../../../daemon/content/scanning/injection/judge.ts';
import { type Document, document } from './documents.ts';
import { seeded } from './grammar.ts';
import { attacksWithout, sampleBenignSentence, sampleServiceMail, setThings } from './samples.ts';
import { type Sources, thingsOf } from './sources.ts';
import { averageOf, Examples, type FloatModel, scoreOf, train } from './trainer.ts';

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

/** Samples of templates, as documents. */
function synthetic(source: string, count: number, sample: () => string): Document[] {
  return Array.from({ length: count }, (_, index) => document(source, `${source}-${index}`, sample()));
}

export function* windows(sentences: readonly string[], size = WINDOW): Generator<string[]> {
  for (let start = 0; start < sentences.length; start++) {
    for (let length = 1; length <= size && start + length <= sentences.length; length++) {
      const texts = sentences.slice(start, start + length);
      if (isSubstantial(texts.join(''))) yield texts;
    }
  }
}

const SYNTHETIC_ATTACKS = 44_000;
/** Benign passages with at least these log-odds after a first round weigh that much more in the second. */
const HARD: readonly (readonly [from: number, weight: number])[] = [
  [-0.5, 16],
  [-2, 8],
];
/** Of a long attack, the passages that look most like one are learned. */
const BEST_PASSAGES = 4;
const ATTACK_WEIGHT = 2.5;
const SPAM_SENTENCES = 60;
const SYNTHETIC_BENIGN = 44_000;
const SERVICE_MAILS = 16_000;
const INJECTION = {
  epochs: 12,
  rate: 0.3,
  decay: 0.002,
  drop: 0.25,
  alone: { general: 0.2, words: 0.1 },
};
/**
 * A model is the average of one of each seed. With one seed, margins near the threshold move by 0.1 with any
 * change of what is learned.
 */
const SEEDS = [7, 8, 9];
/** Rounds of the first model, which only finds the hard examples and the telling passages. */
const FIRST_EPOCHS = 5;

/** Orders to a machine among the sentences of mail. */
export function trainInjection(sources: Sources, split: Split): FloatModel {
  const examples = new Examples();
  const sample = attacksWithout(split.heldOutSources);
  setThings(thingsOf(allowed(split, [...sources.ham, ...sources.wildguard])));
  const attacks = allowed(split, [...sources.bipia, ...sources.latent]);
  for (const entry of attacks)
    for (let copy = 0; copy < 3; copy++) examples.add(entry.sentences.slice(0, WINDOW), 1, 5);
  for (const entry of attacks)
    if (entry.sentences.length > 1) examples.add(entry.sentences.slice(0, 1), 1, 1);
  const attackRandom = seeded(11);
  for (const entry of synthetic('synthetic-attack', SYNTHETIC_ATTACKS, () => sample(attackRandom)))
    examples.add(entry.sentences.slice(0, WINDOW), 1, 1);
  const benign = allowed(split, [
    ...sources.ham,
    ...sources.markup,
    ...sources.contexts,
    ...sources.forwards,
    ...sources.declarations,
    ...sources.indico,
    ...sources.templates,
    ...sources.postmark,
    ...sources.enron,
  ]);
  for (const entry of benign) for (const texts of windows(entry.sentences, 2)) examples.add(texts, 0, 1);
  for (const entry of allowed(split, sources.spam))
    for (const texts of windows(entry.sentences.slice(0, SPAM_SENTENCES), 2)) examples.add(texts, 0, 0.5);
  for (const entry of allowed(split, [...sources.wildguard])) {
    if (entry.sentences.length > 1)
      for (const texts of windows(entry.sentences, 2)) examples.add(texts, 0, 0.3);
  }
  for (const entry of allowed(split, [...sources.notinject, ...sources.deepsetBenign]))
    for (const texts of windows(entry.sentences, 2))
      examples.add(texts, 0, entry.source === 'notinject' ? 6 : 0.3);
  const serviceRandom = seeded(13);
  for (const entry of synthetic('synthetic-benign', SERVICE_MAILS, () => sampleServiceMail(serviceRandom)))
    for (const texts of windows(entry.sentences, 2)) examples.add(texts, 0, 0.5);
  const benignRandom = seeded(12);
  const sentences = () => sampleBenignSentence(benignRandom);
  for (const entry of synthetic('synthetic-benign', SYNTHETIC_BENIGN, sentences))
    examples.add(entry.sentences, 0, 0.8);
  const firstLonger = examples.size;
  const longer = allowed(split, [
    ...sources.deepset,
    ...sources.cyberseceval,
    ...sources.multilingual,
    ...sources.jailbreaks,
  ]);
  for (const entry of longer)
    for (const texts of spread([...windows(entry.sentences)], 12)) examples.add(texts, 1, 0.1);
  const first = train(examples, { ...INJECTION, seed: 7, epochs: FIRST_EPOCHS });
  for (let index = 0; index < firstLonger; index++) {
    if (examples.labels[index] !== 0) continue;
    const score = scoreOf(first, examples.features(index));
    examples.weights[index]! *= HARD.find(([from]) => score > from)?.[1] ?? 1;
  }
  for (let index = firstLonger; index < examples.size; index++) examples.weights[index] = 0;
  for (const entry of longer) {
    const ranked = [...windows(entry.sentences)].map((texts) => ({ texts, score: scoreTexts(first, texts) }));
    ranked.sort((a, b) => b.score - a.score);
    for (const { texts } of ranked.slice(0, BEST_PASSAGES)) examples.add(texts, 1, ATTACK_WEIGHT);
  }
  return averageOf(SEEDS.map((seed) => train(examples, { ...INJECTION, seed })));
}

/** At most `count` items, evenly taken. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.ceil(items.length / count);
  return items.filter((_, index) => index % step === 0);
}

function scoreTexts(model: FloatModel, texts: readonly string[]): number {
  const examples = new Examples();
  examples.add(texts, 0);
  return scoreOf(model, examples.features(0));
}
