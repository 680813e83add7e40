/** URLs of this daemon's own pages, for links in mail. */
export class PublicLinks {
  #base: string | null;
  #page: string | null = null;

  /** `publicBase` is the pages' public address; without it the listener's origin is used. */
  constructor(publicBase: string | null) {
    this.#base = publicBase?.replace(/\/+$/, '') ?? null;
  }

  /** Call it once the listener has its port. */
  listeningAt(origin: string): void {
    this.#base ??= origin;
  }

  /** Call it if the page for people has a listener of its own. */
  pageListensAt(origin: string): void {
    this.#page = origin;
  }

  /** URL of a view of the page for people. */
  toPage(view: string): string {
    const path = `/app/${view}`;
    return this.#page === null ? this.to(path) : `${this.#page}${path}`;
  }

  to(path: string): string {
    if (this.#base === null) throw new Error("the daemon isn't listening yet");
    return `${this.#base}${path}`;
  }
}
