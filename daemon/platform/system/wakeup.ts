/** A promise that can be resolved from outside, repeatedly. */
export class Wakeup {
  happened: Promise<void> = Promise.resolve();
  #resolve: () => void = () => undefined;

  reset(): void {
    this.happened = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  readonly wake = (): void => this.#resolve();
}
