import { readFileSync } from 'node:fs';
import { hashWord } from './lexicon.ts';

/**
 * Groups of English words that are used alike, so that what a model learned of one word holds for its
 * neighbours. Fine groups are parts of broad ones; the most frequent words, which carry the grammar, are
 * groups of their own.
 */
export interface WordGroups {
  /** Frequent words first. */
  readonly words: readonly string[];
  /** The fine group of each word, from 0. */
  readonly fine: readonly number[];
  /** The broad group of each fine group, from 0. */
  readonly broad: readonly number[];
}

/** So many of the most frequent words are groups of their own. */
const OWN = 200;
const HEADER_BYTES = 8;
const SLOTS = 1 << 17;

/**
 * Layout, little-endian: numbers of words and fine groups (32 bits), broad groups (16 bits), then hash and
 * fine group of each word.
 */
export function encodeWordGroups({ words, fine, broad }: WordGroups): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + 2 * broad.length + 6 * words.length);
  bytes.writeUInt32LE(words.length, 0);
  bytes.writeUInt32LE(broad.length, 4);
  let offset = HEADER_BYTES;
  for (const group of broad) offset = bytes.writeUInt16LE(group, offset);
  for (const word of words) offset = bytes.writeInt32LE(hashWord(word), offset);
  for (const group of fine) offset = bytes.writeUInt16LE(group, offset);
  return bytes;
}

/** Fine groups by hash of the word; broad groups by fine group. Groups count from 1, and 0 is no group. */
class GroupTable {
  private readonly hashes = new Int32Array(SLOTS);
  private readonly groups = new Uint16Array(SLOTS);
  private readonly broad: Uint16Array;
  private readonly firstOwn: number;

  constructor(bytes: Buffer) {
    const count = bytes.readUInt32LE(0);
    const fineGroups = bytes.readUInt32LE(4);
    const hashesAt = HEADER_BYTES + 2 * fineGroups;
    this.firstOwn = fineGroups + 1;
    this.broad = new Uint16Array(this.firstOwn + OWN);
    let broadGroups = 0;
    for (let group = 0; group < fineGroups; group++) {
      const broad = bytes.readUInt16LE(HEADER_BYTES + 2 * group) + 1;
      this.broad[group + 1] = broad;
      broadGroups = Math.max(broadGroups, broad);
    }
    for (let own = 0; own < OWN; own++) this.broad[this.firstOwn + own] = broadGroups + 1 + own;
    for (let word = 0; word < count; word++) {
      const fine =
        word < OWN ? this.firstOwn + word : bytes.readUInt16LE(hashesAt + 4 * count + 2 * word) + 1;
      this.set(bytes.readInt32LE(hashesAt + 4 * word), fine);
    }
  }

  private slotOf(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (this.groups[slot] !== 0 && this.hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
    return slot;
  }

  private set(hash: number, group: number): void {
    const slot = this.slotOf(hash);
    this.hashes[slot] = hash;
    this.groups[slot] = group;
  }

  fineOf(hash: number): number {
    return this.groups[this.slotOf(hash)] ?? 0;
  }

  broadOf(fine: number): number {
    return this.broad[fine] ?? 0;
  }

  /** Whether the word of this group is one of those that stand for themselves. */
  isOwn(fine: number): boolean {
    return fine >= this.firstOwn;
  }
}

let loaded: GroupTable | null = null;

/** The table of this folder, read once. */
export function wordGroups(): GroupTable {
  loaded ??= new GroupTable(readFileSync(new URL('./weights/words.bin', import.meta.url)));
  return loaded;
}
