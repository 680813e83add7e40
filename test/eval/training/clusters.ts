import { hashWord } from '../../../daemon/content/scanning/classifier/lexicon.ts';
import { type Document, foldOf } from './documents.ts';

/** Words of one shingle. */
const SHINGLE = 4;
/** Share of the shingles of the smaller text that two near twins have in common. */
const TWINS = 0.5;
/** A shingle that more documents have is a phrase of its source, such as a footer. */
const COMMON = 40;

/** Characters of a text that are compared. */
const LOOKED_AT = 1500;

function shinglesOf(text: string): Set<number> {
  const tokens =
    text
      .slice(0, LOOKED_AT)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const shingles = new Set<number>();
  for (let index = 0; index + SHINGLE <= tokens.length; index++)
    shingles.add(hashWord(tokens.slice(index, index + SHINGLE).join(' ')));
  if (shingles.size === 0) shingles.add(hashWord(tokens.join(' ')));
  return shingles;
}

class Unions {
  private readonly parents: number[] = [];

  find(item: number): number {
    let root = item;
    while ((this.parents[root] ?? root) !== root) root = this.parents[root] ?? root;
    this.parents[item] = root;
    return root;
  }

  join(one: number, other: number): void {
    const [low, high] = [this.find(one), this.find(other)].sort((a, b) => a - b) as [number, number];
    this.parents[high] = low;
  }
}

function joinTwins(documents: readonly Document[], unions: Unions): void {
  const shingles = documents.map(({ text }) => shinglesOf(text));
  const holders = new Map<number, number[]>();
  for (const [index, own] of shingles.entries()) {
    const shared = new Map<number, number>();
    for (const shingle of own) {
      const known = holders.get(shingle);
      for (const other of known ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
      if (known === undefined) holders.set(shingle, [index]);
      else if (known.length < COMMON) known.push(index);
    }
    for (const [other, count] of shared)
      if (count >= TWINS * Math.min(own.size, shingles[other]?.size ?? 0)) unions.join(index, other);
  }
}

/**
 * Gives near twins, and documents that have the same key, the same fold: a model that learned one of them
 * knows the others. Keys tell translations, which share no words.
 */
export function foldByCluster(
  documents: readonly Document[],
  keyOf: (document: Document) => string | null = () => null,
): Document[] {
  const unions = new Unions();
  const keys = new Map<string, number>();
  for (const [index, document] of documents.entries()) {
    const key = keyOf(document);
    if (key === null) continue;
    unions.join(keys.get(key) ?? index, index);
    if (!keys.has(key)) keys.set(key, index);
  }
  joinTwins(documents, unions);
  return documents.map((document, index) => ({
    ...document,
    fold: foldOf(documents[unions.find(index)]?.id ?? document.id),
  }));
}

const LINE_OR_END = /[\n.!?。！？।؟:：]/g;
const NUMBER = /\d+/g;

/** The parts that a translation keeps: the number of sentences and lines, and all numbers. */
export function skeletonOf(text: string): string {
  return `${text.match(LINE_OR_END)?.length ?? 0} ${(text.match(NUMBER) ?? []).join(' ')}`;
}
