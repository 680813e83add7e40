/** Waiting items, taken one from each party in turn and in order within a party. */
export class RoundRobin<Item> {
  /** Parties with items, the next one first. */
  readonly #parties = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(party: string, item: Item): void {
    const items = this.#parties.get(party);
    if (items) items.push(item);
    else this.#parties.set(party, [item]);
    this.#size++;
  }

  /** The item that `take` would return, or undefined when none waits. */
  peek(): Item | undefined {
    return this.#first()?.[1][0];
  }

  take(): Item | undefined {
    const [party, items] = this.#first() ?? [];
    if (party === undefined || items === undefined) return undefined;
    const item = items.shift();
    this.#parties.delete(party);
    if (items.length > 0) this.#parties.set(party, items);
    this.#size--;
    return item;
  }

  #first(): [string, Item[]] | undefined {
    return this.#parties.entries().next().value;
  }
}
