import type { Principal } from '../access/principal.ts';
import { currentReach, type MailboxReach } from '../access/reach.ts';
import { isUnreachable } from '../platform/store/trouble.ts';
import { Wakeup } from '../platform/system/wakeup.ts';
import type { RulesContext } from '../rules/context.ts';
import { Heartbeat } from './heartbeat.ts';
import { type AccountLog, cursorOf, headOf, type LogName, type LogPosition, positionOf } from './position.ts';

/** Entries per read. */
const PAGE = 200;

/** An entry as its reader gets it. */
export interface LogEntry {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: string;
  readonly data: unknown;
}

/** A log, filtered for one reader. */
export interface LogSource {
  readonly log: LogName;
  /** The next entries after `seq`, oldest first; null when the reader lost access. */
  after(seq: number, reach: MailboxReach, limit: number): Promise<readonly LogEntry[] | null>;
}

interface Since {
  /** A cursor or a timestamp; undefined for the end of the log. */
  readonly since: string | undefined;
}

/** An endless stream of an account's log, as one caller sees it. */
export class LogStream {
  readonly #context: RulesContext;
  readonly #principal: Principal;
  readonly #source: LogSource;
  readonly #of: AccountLog;
  #position: LogPosition;

  private constructor(
    context: RulesContext,
    principal: Principal,
    options: { source: LogSource; of: AccountLog; position: LogPosition },
  ) {
    this.#context = context;
    this.#principal = principal;
    this.#source = options.source;
    this.#of = options.of;
    this.#position = options.position;
  }

  /** Starts after a cursor, at a timestamp, or at the end of the log. */
  static async open(
    context: RulesContext,
    principal: Principal,
    { since, ...source }: LogSource & Since,
  ): Promise<LogStream> {
    const of = { log: source.log, accountId: principal.account.id };
    const position = since === undefined ? await headOf(context, of) : await positionOf(context, of, since);
    return new LogStream(context, principal, { source, of, position });
  }

  /** Resuming from it neither skips nor repeats entries. */
  get cursor(): string {
    return cursorOf(this.#context, this.#of, this.#position);
  }

  /** Yields the text of the stream until the signal, or the end of the credential or the daemon. */
  async *text(hungUp: AbortSignal): AsyncGenerator<string> {
    const { clock, stopping } = this.#context;
    const change = new Wakeup();
    const unwatch = this.#watch(change.wake);
    const signal = AbortSignal.any([hungUp, stopping]);
    signal.addEventListener('abort', change.wake, { once: true });
    const heartbeat = new Heartbeat(clock, change.wake);
    try {
      yield ': connected\n\n';
      while (!signal.aborted) {
        change.reset();
        // Before the credential is checked, so that nothing is sent for a time that it no longer covers.
        const { isDue } = heartbeat;
        const page = await this.#readPage().catch((error: unknown) => {
          // The stream continues at its position when the database is back.
          if (isUnreachable(error)) return [];
          throw error;
        });
        if (page === null) return;
        if (page.length > 0) yield page.join('');
        else if (isDue) yield ': still here\n\n';
        if (page.length > 0 || isDue) heartbeat.restart();
        if (page.length < PAGE) await change.happened;
      }
    } finally {
      heartbeat.stop();
      unwatch();
      signal.removeEventListener('abort', change.wake);
    }
  }

  /** Watches the account too, because its changes may revoke the credential. */
  #watch(wake: () => void): () => void {
    const { signals } = this.#context;
    const kinds = [
      'account',
      ...(this.#of.log === 'webhook_attempts' ? (['attempts'] as const) : []),
    ] as const;
    const ends = kinds.map((kind) => signals.watch({ kind, id: this.#of.accountId }, wake));
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * Reads the next entries in wire format and moves the position past them and past those that are filtered
   * out.
   */
  async #readPage(): Promise<string[] | null> {
    const reach = await currentReach(this.#context, this.#principal);
    if (reach === null) return null;
    // Read before the page: entries committed in between are in the page or after this position.
    const head = await headOf(this.#context, this.#of);
    const entries = await this.#source.after(this.#position.seq, reach, PAGE);
    if (entries === null) return null;
    const page = entries.map(({ seq, at, type, data }) => {
      this.#position = { seq, at };
      return `id: ${this.cursor}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    });
    if (entries.length < PAGE && head.seq > this.#position.seq) this.#position = head;
    return page;
  }
}
