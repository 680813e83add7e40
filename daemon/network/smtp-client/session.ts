import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPError } from 'nodemailer/lib/smtp-connection';
import type { Clock } from '../../platform/system/clock.ts';
import { authOf, connectionTo, countReplyBytes, type ServerOptions } from './connection.ts';
import { contentTime, SMTP_LIMITS } from './limits.ts';
import { MessageStream } from './message-stream.ts';
import { type DeliveryVerdict, judgeRefusal } from './verdict.ts';

/** The envelope and bytes of one message for one recipient. */
export interface RawMail {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  /** Asked before the final dot; if it's false, the session is cut, so the message isn't delivered. */
  readonly mayFinish?: () => boolean;
}

/** The session failed to open at `stage`. */
export class NoSessionError extends Error {
  readonly stage: 'connect' | 'tls' | 'login';
  /** A code, never the server's words. */
  readonly reason: string;

  constructor(stage: NoSessionError['stage'], reason: string) {
    super(`${stage}: ${reason}`);
    this.name = 'NoSessionError';
    this.stage = stage;
    this.reason = reason;
  }
}

/** Fields that the client adds to its envelope. */
interface EnvelopeNotes {
  mailError?: SMTPError;
  rejectedErrors?: SMTPError[];
}

interface SessionParts {
  readonly connection: SMTPConnection;
  readonly clock: Clock;
}

/** An open session, after greeting, TLS and login. It sends one message at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #clock: Clock;
  readonly #countAgain: () => void;
  /** Ends the operation under way, for a reason in one word. */
  #interrupt: ((reason: string) => void) | null = null;
  /** Messages that it carried. */
  messages = 0;
  onClose: () => void = () => undefined;

  private constructor({ connection, clock }: SessionParts) {
    this.#connection = connection;
    this.#clock = clock;
    this.#countAgain = countReplyBytes(connection, () => this.#cut('too_many_replies'));
    connection.on('end', () => this.onClose());
  }

  /** Connects; rejects with a NoSessionError, also when `signal` is aborted. */
  static async open(options: ServerOptions, clock: Clock, signal?: AbortSignal): Promise<SmtpSession> {
    const connection = connectionTo(options);
    const session = new SmtpSession({ connection, clock });
    const stop = () => session.#cut('stopped');
    const cancelTimeout = clock.callAfter(SMTP_LIMITS.open, () => session.#cut('too_slow'));
    try {
      if (signal?.aborted) throw new NoSessionError('connect', 'stopped');
      signal?.addEventListener('abort', stop);
      await session.#open(options);
      return session;
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      cancelTimeout();
      signal?.removeEventListener('abort', stop);
      session.#interrupt = null;
    }
  }

  #open({ login, plainLogin }: ServerOptions): Promise<void> {
    const connection = this.#connection;
    return new Promise((resolve, reject) => {
      this.#interrupt = (reason) => reject(new NoSessionError('connect', reason));
      // Later errors reach the callbacks of the current operation.
      connection.on('error', (error: SMTPError) => reject(failedToOpen(error)));
      connection.connect((failure) => {
        if (failure) return reject(failedToOpen(failure));
        if (!login) return resolve();
        if (!connection.secure && !plainLogin) return reject(new NoSessionError('login', 'no_tls'));
        if (!connection.allowsAuth) return reject(new NoSessionError('login', 'not_offered'));
        connection.login(authOf(login), (refusal) => {
          if (refusal) reject(new NoSessionError('login', codeOf(refusal)));
          else resolve();
        });
      });
    });
  }

  get isOpen(): boolean {
    return !this.#connection.destroyed;
  }

  get isSecure(): boolean {
    return this.#connection.secure;
  }

  /** Sends one message. After one that wasn't accepted, call `recover` before the next. */
  async send(mail: RawMail): Promise<DeliveryVerdict> {
    this.messages++;
    this.#countAgain();
    try {
      return await this.#transact(mail);
    } finally {
      this.#interrupt = null;
    }
  }

  /** Resets the session after a refusal; closes it when that fails. */
  async recover(): Promise<void> {
    this.#countAgain();
    if (this.isOpen && !(await this.#reset())) this.close();
  }

  /** Ends the session, and a message that it carries. Sends QUIT without waiting for the reply. */
  close(): void {
    if (this.isOpen && !this.#interrupt) this.#connection.quit();
    this.#cut('stopped');
  }

  /** Ends the connection and what it's used for. */
  #cut(reason: string): void {
    this.#interrupt?.(reason);
    this.#connection.close();
  }

  #transact(mail: RawMail): Promise<DeliveryVerdict> {
    return new Promise((resolve) => {
      let dotWritten = false;
      let cancelTimeout = (): void => undefined;
      const within = (milliseconds: number, reason: string): void => {
        cancelTimeout();
        cancelTimeout = this.#clock.callAfter(milliseconds, () => this.#cut(reason));
      };
      const finish = (verdict: DeliveryVerdict, usable: boolean): void => {
        cancelTimeout();
        if (!usable) this.#connection.close();
        resolve(verdict);
      };
      this.#interrupt = (reason) => finish(brokenOff(reason, dotWritten), false);
      const stream = new MessageStream(mail.raw, {
        socket: () => this.#connection._socket || null,
        onStart: () => within(contentTime(mail.raw.length), 'too_slow'),
        onEnd: () => {
          if (mail.mayFinish?.() === false) {
            if (this.#connection._socket) this.#connection._socket.destroy();
            return;
          }
          dotWritten = true;
          within(SMTP_LIMITS.outcome, 'silence');
        },
      });
      within(SMTP_LIMITS.commands, 'too_slow');
      const envelope: { from: string; to: string[] } & EnvelopeNotes = { from: mail.from, to: [mail.to] };
      this.#connection.send(envelope, stream, (error, info) => {
        const verdict = judge(error, { reply: info?.response ?? '', envelope, dotWritten });
        // A missing or early reply makes the session unusable.
        const inStep =
          error === null ? dotWritten : isReply(error) && (dotWritten || !stream.readableDidRead);
        finish(verdict, inStep && verdict.kind !== 'ambiguous');
      });
    });
  }

  #reset(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (succeeded: boolean): void => {
        cancelTimeout();
        this.#connection.removeListener('end', gone);
        resolve(succeeded);
      };
      const gone = (): void => end(false);
      const cancelTimeout = this.#clock.callAfter(SMTP_LIMITS.commands, gone);
      this.#connection.once('end', gone);
      this.#connection.reset((error) => end(!error));
    });
  }
}

interface JudgeInput {
  readonly reply: string;
  readonly envelope: EnvelopeNotes;
  readonly dotWritten: boolean;
}

function judge(error: SMTPError | null, { reply, envelope, dotWritten }: JudgeInput): DeliveryVerdict {
  if (error === null) {
    if (dotWritten && /^2\d\d/.test(reply)) return { kind: 'accepted' };
  } else if (isReply(error)) {
    const verdict = judgeRefusal(error.command ?? '', error.response ?? '');
    if (verdict) return verdict;
  } else if (!dotWritten) {
    // The connection broke, but the server had already refused.
    const refused = envelope.mailError ?? envelope.rejectedErrors?.[0];
    const verdict = refused && judgeRefusal(refused.command ?? '', refused.response ?? '');
    if (verdict) return verdict;
  }
  return brokenOff(error === null ? 'reply out of step' : codeOf(error), dotWritten);
}

/** A server that was too slow isn't asked again at once. */
const SLOW: ReadonlySet<string> = new Set(['too_slow', 'too_many_replies', 'etimedout', 'stopped']);

function brokenOff(reason: string, dotWritten: boolean): DeliveryVerdict {
  if (dotWritten) return { kind: 'ambiguous', reason: `final dot: ${reason}` };
  const ended = SLOW.has(reason) ? { slow: true } : { lost: true };
  return { kind: 'deferred', reason: `before the final dot: ${reason}`, ...ended };
}

/** Whether the server replied to a command of the transaction; other errors are the connection's. */
function isReply({ command, response }: SMTPError): boolean {
  return response !== undefined && (command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA');
}

/** Codes of Node for handshakes and certificates. */
const TLS_CODE = /^(?:err_ssl|err_tls|eproto|cert_|unable_to_|.*_cert)/;

function failedToOpen(error: SMTPError): NoSessionError {
  const reason = codeOf(error);
  return new NoSessionError(error.code === 'ETLS' || TLS_CODE.test(reason) ? 'tls' : 'connect', reason);
}

/** The error in one word: a reply code, else a code of the system or the client. */
function codeOf(error: SMTPError): string {
  return String(error.responseCode || error.originalCode || error.code || 'failed').toLowerCase();
}
