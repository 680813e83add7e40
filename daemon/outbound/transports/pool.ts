import { type Clock, SECOND } from '../../system/clock.ts';
import { type Mail, NoSessionError, type SmtpSession } from './session.ts';
import type { Verdict } from './verdict.ts';

/** Servers close sessions that carry too much; a new one in time costs less than finding that out. */
const MESSAGES_PER_SESSION = 100;
const IDLE_TIME = 15 * SECOND;
/** Messages on their way for each session: one that is handed over, and one that is ready for its place. */
const TURNS_PER_SESSION = 2;
/** How long nobody asks again after a server could not be reached. */
const PAUSE_AFTER_FAILURE = 5 * SECOND;

/** No session can lead to a reply about this message: the verdict is known before one is opened. */
export class KnownVerdictError extends Error {
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super(verdict.kind);
    this.name = 'KnownVerdictError';
    this.verdict = verdict;
  }
}

interface Waiter {
  readonly take: (session: SmtpSession) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * A bounded number of sessions to one place, opened when messages wait and kept for a while. When none can be
 * opened and none is left, everything that waits is told at once, instead of each message finding out by
 * itself.
 */
export class SessionPool {
  readonly #limit: number;
  readonly #open: () => Promise<SmtpSession>;
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  readonly #live = new Set<SmtpSession>();
  readonly #idle: { readonly session: SmtpSession; readonly keepNoLonger: () => void }[] = [];
  readonly #waiting: Waiter[] = [];
  readonly #queue: (() => void)[] = [];
  #turns = 0;
  #opening = 0;
  #closed = false;
  /** Why the last try to open a session failed, while that is fresh. */
  #failure: { readonly error: unknown; readonly until: number } | null = null;

  constructor(options: {
    /** Sessions at most. */
    readonly limit: number;
    readonly open: () => Promise<SmtpSession>;
    readonly clock: Clock;
    /** Called when the last session has ended and no message is on its way. */
    readonly onEmpty?: () => void;
  }) {
    this.#limit = options.limit;
    this.#open = options.open;
    this.#clock = options.clock;
    this.#onEmpty = options.onEmpty ?? (() => undefined);
  }

  /**
   * Resolves when few enough messages are on their way that the next one may start; the returned function
   * ends its turn. What a crash makes uncertain stays as little as that.
   */
  async turn(): Promise<() => void> {
    if (this.#turns >= this.#limit * TURNS_PER_SESSION) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#turns++;
    return () => {
      const next = this.#queue.shift();
      if (next) next();
      else {
        this.#turns--;
        this.#tellEmpty();
      }
    };
  }

  /** Hands over one message as soon as a session is free; never rejects. */
  async send(mail: Mail): Promise<Verdict> {
    try {
      for (;;) {
        const session = await this.#session();
        const verdict = await session.send(mail);
        // The server's reply is known; whether it goes on with the next message is nobody's business here.
        if (verdict.kind === 'accepted') this.#giveBack(session);
        else void session.recover().then(() => this.#giveBack(session));
        // A kept session that ended meanwhile says nothing about the server: the next one is asked.
        const stale = verdict.kind === 'deferred' && verdict.lost && session.messages > 1;
        if (!stale || this.#closed) return verdict;
      }
    } catch (error) {
      if (error instanceof KnownVerdictError) return error.verdict;
      if (error instanceof NoSessionError) return { kind: 'deferred', reason: error.message };
      throw error;
    }
  }

  /** Ends all sessions; call it when nothing is under way. */
  close(): void {
    this.#closed = true;
    for (const { session, keepNoLonger } of this.#idle.splice(0)) {
      keepNoLonger();
      session.close();
    }
    for (const session of this.#live) session.close();
  }

  #session(): Promise<SmtpSession> {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      kept.keepNoLonger();
      if (kept.session.isOpen) return Promise.resolve(kept.session);
    }
    const failure = this.#failure;
    if (failure && this.#live.size === 0 && this.#clock.elapsed() < failure.until) {
      return Promise.reject(failure.error);
    }
    return new Promise((take, fail) => {
      this.#waiting.push({ take, fail });
      this.#supply();
    });
  }

  #supply(): void {
    const room = this.#limit - this.#live.size - this.#opening;
    const wanted = Math.min(this.#waiting.length - this.#opening, room);
    for (let count = 0; count < wanted; count++) void this.#openOne();
  }

  async #openOne(): Promise<void> {
    this.#opening++;
    try {
      const session = await this.#open();
      this.#failure = null;
      this.#live.add(session);
      session.onClose = () => this.#ended(session);
      this.#opening--;
      this.#giveBack(session);
    } catch (error) {
      this.#opening--;
      if (this.#live.size > 0 || this.#opening > 0) return;
      this.#failure = { error, until: this.#clock.elapsed() + PAUSE_AFTER_FAILURE };
      for (const waiter of this.#waiting.splice(0)) waiter.fail(error);
      this.#tellEmpty();
    }
  }

  #giveBack(session: SmtpSession): void {
    if (!session.isOpen) {
      this.#ended(session);
      return;
    }
    if (this.#closed || session.messages >= MESSAGES_PER_SESSION) {
      session.close();
      this.#ended(session);
      return;
    }
    const next = this.#waiting.shift();
    if (next) {
      next.take(session);
      return;
    }
    const keepNoLonger = this.#clock.callAfter(IDLE_TIME, () => session.close());
    this.#idle.push({ session, keepNoLonger });
  }

  #ended(session: SmtpSession): void {
    if (!this.#live.delete(session)) return;
    const place = this.#idle.findIndex((kept) => kept.session === session);
    if (place >= 0) this.#idle.splice(place, 1)[0]?.keepNoLonger();
    this.#supply();
    this.#tellEmpty();
  }

  #tellEmpty(): void {
    if (this.#live.size + this.#opening + this.#waiting.length + this.#turns === 0) this.#onEmpty();
  }
}
