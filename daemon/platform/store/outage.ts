import { type Clock, SECOND } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { isDatabaseUnreachable } from './trouble.ts';

/** Logs the begin and the end of a time without the database, instead of each failure. */
export class Outage {
  readonly #clock: Clock;
  readonly #log: Log;
  /** When it began, in elapsed time; null while there is none. */
  #began: number | null = null;

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Logs the failure of work that's tried again. */
  failed(error: unknown, message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    if (isDatabaseUnreachable(error)) this.begin(error);
    else this.#log.error({ err: error, ...facts }, message);
  }

  begin(cause: unknown): void {
    if (this.#began !== null) return;
    this.#began = this.#clock.elapsed();
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#log.warn({ reason }, "database can't be reached, will retry");
  }

  /** Call it when the database answered. */
  end(): void {
    if (this.#began === null) return;
    const seconds = (this.#clock.elapsed() - this.#began) / SECOND;
    this.#began = null;
    this.#log.warn({ seconds: Math.round(seconds) }, 'database reached again');
  }
}
