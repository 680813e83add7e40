import { sayOnce } from '../normalize/repetition.ts';
import { type Segment, segmentText } from '../normalize/segments.ts';
import { partValues } from '../normalize/values.ts';
import { addFeatures, FeatureSink } from './features.ts';

/** Sentences whose features are kept: as many as more than one model looks at. */
const KEPT = 64;
const MAX_SENTENCES = 250_000;
/** Texts whose sentences are kept, and the longest of them. */
const KEPT_TEXTS = 4;
const LONGEST_KEPT = 200_000;

/** Where the features of a sentence lie in a list of features. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Sentences {
  readonly text: string;
  readonly all: readonly Segment[];
  readonly once: readonly Segment[];
}

/** Features of a message's texts that several classifiers share, computed once. */
export class TextMemo {
  /**
   * The features of the kept sentences, back to back, and behind them those of the last sentence that is not
   * kept.
   */
  readonly features = new FeatureSink();
  private keptFeatures = 0;
  private readonly stretches = new Map<string, Stretch>();
  private readonly texts: Sentences[] = [];

  /** Where the features of a sentence lie in `features`; valid until the next call. */
  featuresOf(sentence: string): Stretch {
    const known = this.stretches.get(sentence);
    if (known) return known;
    const start = this.keptFeatures;
    this.features.length = start;
    addFeatures(this.features, sentence);
    const stretch = { start, end: this.features.length };
    if (this.stretches.size < KEPT) {
      this.stretches.set(sentence, stretch);
      this.keptFeatures = stretch.end;
    }
    return stretch;
  }

  /** The first `limit` sentences of a text, without what they repeat. */
  sentencesOf(text: string, limit = MAX_SENTENCES): readonly Segment[] {
    const known = this.texts.find((one) => one.text === text);
    if (known) return firstOf(known, limit);
    const all = segmentText(partValues(text), limit);
    const once = sayOnce(all);
    const keeps = limit === MAX_SENTENCES && text.length <= LONGEST_KEPT && this.texts.length < KEPT_TEXTS;
    if (keeps) this.texts.push({ text, all, once });
    return once;
  }
}

/** Repetitions refer to earlier sentences, so a prefix of the result is the result of a prefix. */
function firstOf({ all, once }: Sentences, limit: number): readonly Segment[] {
  const next = all[limit];
  return next ? once.filter((sentence) => sentence.start < next.start) : once;
}
