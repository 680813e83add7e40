import { NoSessionError, type RawMail, type SmtpSession } from '../../../network/smtp-client/session.ts';
import type { DeliveryVerdict } from '../../../network/smtp-client/verdict.ts';
import { type Clock, MINUTE, SECOND } from '../../../platform/system/clock.ts';

/** Servers close long sessions; replacing one early costs less than a failure. */
const MESSAGES_PER_SESSION = 100;
const IDLE_TIMEOUT = 15 * SECOND;
/** Messages in progress per session: one being sent, and one ready to follow. */
const MESSAGES_IN_PROGRESS = 2;
/** Pause before reconnecting after a failure. */
const PAUSE_AFTER_FAILURE = 5 * SECOND;
/** Time after which a message that waits for its turn is deferred. */
const TURN_TIME = 2 * MINUTE;

/** The verdict is known without a session. */
export class KnownVerdictError extends Error {
  readonly verdict: DeliveryVerdict;

  constructor(verdict: DeliveryVerdict) {
    super(verdict.kind);
    this.name = 'KnownVerdictError';
    this.verdict = verdict;
  }
}

/** Opens a session, unless the signal is aborted. */
export type OpenSession = (signal: AbortSignal) => Promise<SmtpSession>;

interface Waiter {
  readonly resolve: (session: SmtpSession) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A bounded pool of sessions to one server, opened on demand and kept for a while. When none can be opened,
 * all waiting messages fail at once instead of one by one.
 */
export class SessionPool {
  readonly #limit: number;
  readonly #open: OpenSession;
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  readonly #live = new Set<SmtpSession>();
  readonly #idle: { readonly session: SmtpSession; readonly cancelTimeout: () => void }[] = [];
  readonly #waiting: Waiter[] = [];
  /** Messages that wait for their turn. */
  readonly #queue = new Set<(isTurn: boolean) => void>();
  readonly #closed = new AbortController();
  #inProgress = 0;
  #opening = 0;
  /** Elapsed time when a message was last accepted. */
  #acceptedAt = Number.NEGATIVE_INFINITY;
  /** The latest failure to connect, while it's recent. */
  #failure: { readonly error: unknown; readonly until: number } | null = null;

  constructor(options: {
    /** Sessions at most. */
    readonly limit: number;
    readonly open: OpenSession;
    readonly clock: Clock;
    /** Called when the pool is empty and idle. */
    readonly onEmpty?: () => void;
  }) {
    this.#limit = options.limit;
    this.#open = options.open;
    this.#clock = options.clock;
    this.#onEmpty = options.onEmpty ?? (() => undefined);
  }

  /**
   * Resolves when the next message may start; the returned function releases its place. Null when that takes
   * too long or the pool is closed. This bounds the messages that a crash makes ambiguous.
   */
  async acquire(): Promise<(() => void) | null> {
    if (this.#closed.signal.aborted) return null;
    if (this.#inProgress < this.#limit * MESSAGES_IN_PROGRESS) this.#inProgress++;
    else if (!(await this.#turn())) return null;
    return () => {
      const [next] = this.#queue;
      if (next) next(true);
      else {
        this.#inProgress--;
        this.#notifyIfEmpty();
      }
    };
  }

  #turn(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isTurn: boolean): void => {
        cancel();
        this.#queue.delete(end);
        resolve(isTurn);
      };
      const cancel = this.#clock.callAfter(TURN_TIME, () => end(false));
      this.#queue.add(end);
    });
  }

  /** Sends a message on the next free session; never rejects. */
  async send(mail: RawMail): Promise<DeliveryVerdict> {
    try {
      for (;;) {
        const session = await this.#session();
        const begunAt = this.#clock.elapsed();
        const verdict = await session.send(mail);
        this.#note(verdict, begunAt);
        // The message's outcome is known; whether the session continues is a separate question.
        if (verdict.kind === 'accepted') this.#release(session);
        else void session.recover().then(() => this.#release(session));
        // A pooled session that ended meanwhile says nothing about the server: try a new one.
        const stale = verdict.kind === 'deferred' && verdict.lost && session.messages > 1;
        if (!stale || this.#closed.signal.aborted) return verdict;
      }
    } catch (error) {
      if (error instanceof KnownVerdictError) return error.verdict;
      if (error instanceof NoSessionError) return { kind: 'deferred', reason: error.message };
      throw error;
    }
  }

  /** Ends all sessions. Messages that wait or aren't completely sent are deferred, others ambiguous. */
  close(): void {
    this.#closed.abort();
    for (const end of [...this.#queue]) end(false);
    for (const { session, cancelTimeout } of this.#idle.splice(0)) {
      cancelTimeout();
      session.close();
    }
    for (const session of [...this.#live]) session.close();
    this.#fail(new NoSessionError('connect', 'stopped'));
  }

  /**
   * A server that was too slow for one message, and took no other meanwhile, is too slow for all that wait.
   */
  #note(verdict: DeliveryVerdict, begunAt: number): void {
    if (verdict.kind === 'accepted') {
      this.#acceptedAt = this.#clock.elapsed();
      this.#failure = null;
    } else if (verdict.kind === 'deferred' && verdict.slow && this.#acceptedAt < begunAt) {
      this.#fail(new NoSessionError('connect', 'too_slow'));
    }
  }

  #fail(error: unknown): void {
    this.#failure = { error, until: this.#clock.elapsed() + PAUSE_AFTER_FAILURE };
    for (const waiter of this.#waiting.splice(0)) waiter.reject(error);
  }

  #session(): Promise<SmtpSession> {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      kept.cancelTimeout();
      if (kept.session.isOpen) return Promise.resolve(kept.session);
    }
    const failure = this.#failure;
    if (this.#closed.signal.aborted || (failure && this.#clock.elapsed() < failure.until)) {
      return Promise.reject(failure?.error);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#openMissing();
    });
  }

  #openMissing(): void {
    const room = this.#limit - this.#live.size - this.#opening;
    const wanted = Math.min(this.#waiting.length - this.#opening, room);
    for (let count = 0; count < wanted; count++) void this.#openOne();
  }

  async #openOne(): Promise<void> {
    this.#opening++;
    try {
      const session = await this.#open(this.#closed.signal);
      this.#failure = null;
      this.#live.add(session);
      session.onClose = () => this.#ended(session);
      this.#opening--;
      this.#release(session);
    } catch (error) {
      this.#opening--;
      if (this.#live.size > 0 || this.#opening > 0) return;
      this.#fail(error);
      this.#notifyIfEmpty();
    }
  }

  #release(session: SmtpSession): void {
    if (!session.isOpen) {
      this.#ended(session);
      return;
    }
    if (this.#closed.signal.aborted || session.messages >= MESSAGES_PER_SESSION) {
      session.close();
      this.#ended(session);
      return;
    }
    const next = this.#waiting.shift();
    if (next) {
      next.resolve(session);
      return;
    }
    const cancelTimeout = this.#clock.callAfter(IDLE_TIMEOUT, () => session.close());
    this.#idle.push({ session, cancelTimeout });
  }

  #ended(session: SmtpSession): void {
    if (!this.#live.delete(session)) return;
    const index = this.#idle.findIndex((kept) => kept.session === session);
    if (index >= 0) this.#idle.splice(index, 1)[0]?.cancelTimeout();
    this.#openMissing();
    this.#notifyIfEmpty();
  }

  #notifyIfEmpty(): void {
    if (this.#live.size + this.#opening + this.#waiting.length + this.#inProgress === 0) this.#onEmpty();
  }
}
