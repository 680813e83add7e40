import { type Segment, segmentText } from '../normalize/segments.ts';
import { addFeatures, FeatureSink } from './features.ts';

/** Sentences whose features are kept: as many as more than one model looks at. */
const KEPT = 64;
const MAX_SENTENCES = 250_000;
/** Texts whose sentences are kept, and the longest of them. */
const KEPT_TEXTS = 4;
const LONGEST_KEPT = 200_000;

/** What several classifiers ask of the texts of one message, computed once. */
export class TextMemo {
  private readonly features = new Map<string, Uint32Array>();
  private readonly texts = new Map<string, readonly Segment[]>();
  private readonly sink = new FeatureSink();

  /** The features of a sentence; valid until the next call. */
  featuresOf(sentence: string): Uint32Array {
    const known = this.features.get(sentence);
    if (known) return known;
    this.sink.clear();
    addFeatures(this.sink, sentence);
    const features = this.sink.indices.subarray(0, this.sink.length);
    if (this.features.size < KEPT) this.features.set(sentence, features.slice());
    return features;
  }

  sentencesOf(text: string, limit = MAX_SENTENCES): readonly Segment[] {
    const known = this.texts.get(text);
    if (known) return known.slice(0, limit);
    const segments = segmentText(text, limit);
    const keeps = limit === MAX_SENTENCES && text.length <= LONGEST_KEPT && this.texts.size < KEPT_TEXTS;
    if (keeps) this.texts.set(text, segments);
    return segments;
  }
}
