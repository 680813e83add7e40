/** Parts of a table in the order in which browsers show them. */
const RANKS: Readonly<Record<string, number>> = { caption: 0, thead: 1, tbody: 2, tfoot: 3 };

/** Finds tables whose parts are shown in another order than they are written, as a foot before the rows. */
export class TableOrder {
  readonly #highest: number[] = [];

  /** Told each opening tag; false for a part that is shown before what came before it. */
  isInPlace(tag: string): boolean {
    if (tag === 'table') this.#highest.push(0);
    const rank = RANKS[tag];
    const highest = this.#highest.at(-1);
    if (rank === undefined || highest === undefined) return true;
    this.#highest[this.#highest.length - 1] = Math.max(rank, highest);
    return rank >= highest;
  }

  leave(): void {
    this.#highest.pop();
  }
}
