import type { SMTPServerSession } from 'smtp-server';

/** Facts of one log line. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

/** The listener's log: one line per session, at its end. */
export type SmtpLog = {
  info(message: string, facts: LogFacts): void;
  warn(message: string, facts: LogFacts): void;
};

/** Facts of one session. */
export type SessionRecord = {
  messages: number;
  /** Recipients and messages that were refused. */
  refusals: number;
  /** The error that broke the connection or lost a message. */
  error: string | null;
  /** True when the client left in the middle of a message. */
  unfinished: boolean;
};

/** Collects the facts of each session and writes its line. */
export class SessionLog {
  readonly #log: SmtpLog;
  readonly #records = new WeakMap<SMTPServerSession, SessionRecord>();

  constructor(log: SmtpLog) {
    this.#log = log;
  }

  of(session: SMTPServerSession): SessionRecord {
    let record = this.#records.get(session);
    if (record === undefined) {
      record = { messages: 0, refusals: 0, error: null, unfinished: false };
      this.#records.set(session, record);
    }
    return record;
  }

  /** Logs an error without a session. */
  trouble(error: Error): void {
    this.#log.warn('smtp listener error', { error: error.message });
  }

  close(session: SMTPServerSession, client: string): void {
    const { messages, refusals, error, unfinished } = this.of(session);
    const lastError = session.error ?? null;
    const facts = {
      client,
      helo: session.hostNameAppearsAs || null,
      tls: session.secure,
      messages,
      refusals,
      unfinished,
      lastError,
      error,
    };
    const bad = error !== null || unfinished || lastError?.startsWith('421') === true;
    if (bad) this.#log.warn('smtp session failed', facts);
    else this.#log.info('smtp session ended', facts);
  }
}
