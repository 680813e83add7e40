/**
 * A map of at most twice `capacity` entries that drops the oldest ones in bulk: it fills one generation,
 * keeps the one before it, and drops older ones. Every operation takes constant time.
 */
export class BoundedMap<V> {
  readonly #capacity: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
