/** URLs of this daemon's own pages, for links in mail. */
export class PublicLinks {
  #base: string | null;

  /** `publicBase` is the pages' public address; without it the listener's origin is used. */
  constructor(publicBase: string | null) {
    this.#base = publicBase?.replace(/\/+$/, '') ?? null;
  }

  /** Call it once the listener has its port. */
  listeningAt(origin: string): void {
    this.#base ??= origin;
  }

  to(path: string): string {
    if (this.#base === null) throw new Error("the daemon isn't listening yet");
    return `${this.#base}${path}`;
  }
}
