import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import SMTPConnection, { type SMTPError } from 'nodemailer/lib/smtp-connection';
import { type Clock, SECOND } from '../system/clock.ts';
import { MessageStream } from './message-stream.ts';
import { type DeliveryVerdict, judgeRefusal } from './verdict.ts';

/** Options of an SMTP session. */
export interface ServerOptions {
  /** Name or address to connect to. */
  readonly host: string;
  readonly port: number;
  /** From the first byte, by STARTTLS or not at all, by STARTTLS when the server offers it, or never. */
  readonly tls: 'immediate' | 'required' | 'offered' | 'never';
  /** The certificate must be one that this machine trusts, and for `name`. */
  readonly verify: boolean;
  /** Name that the certificate is for, when `host` is an address. */
  readonly name?: string;
  /** Certificate authorities besides those that Node trusts, PEM. */
  readonly authorities?: readonly string[];
  readonly login?: { readonly username: string; readonly password: string };
  /** Allows a login without TLS, for servers on this machine. */
  readonly plainLogin?: boolean;
  /** Name in EHLO. */
  readonly ownName: string;
}

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

/** Timeouts of the connection, of greeting and TLS, and of silence before and after the final dot. */
const CONNECT_TIME = 30 * SECOND;
const SILENCE_TIMEOUT = 60 * SECOND;

/** Fields that the client adds to its envelope. */
interface EnvelopeNotes {
  mailError?: SMTPError;
  rejectedErrors?: SMTPError[];
}

/** An open session, after greeting, TLS and login. It sends one message at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #clock: Clock;
  /** Messages that it carried. */
  messages = 0;
  onClose: () => void = () => undefined;

  private constructor(connection: SMTPConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
    connection.on('end', () => this.onClose());
  }

  /** Connects; rejects with a NoSessionError. */
  static open(options: ServerOptions, clock: Clock): Promise<SmtpSession> {
    const connection = new SMTPConnection({
      host: options.host,
      port: options.port,
      name: options.ownName,
      secure: options.tls === 'immediate',
      requireTLS: options.tls === 'required',
      ignoreTLS: options.tls === 'never',
      connectionTimeout: CONNECT_TIME,
      greetingTimeout: CONNECT_TIME,
      socketTimeout: SILENCE_TIMEOUT + 5 * SECOND,
      allowInternalNetworkInterfaces: true,
      ...(options.name !== undefined && { servername: options.name }),
      tls: {
        rejectUnauthorized: options.verify,
        ...(options.name !== undefined && { servername: options.name }),
        ...(options.authorities && { ca: [...rootCertificates, ...options.authorities] }),
      },
    });
    return new Promise((resolve, reject) => {
      const fail = (error: NoSessionError): void => {
        connection.close();
        reject(error);
      };
      // Later errors reach the callbacks of the current operation.
      connection.on('error', (error: SMTPError) => fail(failedToOpen(error)));
      connection.connect((failure) => {
        if (failure) return fail(failedToOpen(failure));
        const { login } = options;
        if (!login) return resolve(new SmtpSession(connection, clock));
        if (!connection.secure && !options.plainLogin) return fail(new NoSessionError('login', 'no_tls'));
        if (!connection.allowsAuth) return fail(new NoSessionError('login', 'not_offered'));
        connection.login({ user: login.username, pass: login.password }, (refusal) => {
          if (refusal) fail(new NoSessionError('login', codeOf(refusal)));
          else resolve(new SmtpSession(connection, clock));
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
  send(mail: RawMail): Promise<DeliveryVerdict> {
    this.messages++;
    return this.#transact(mail);
  }

  /** Resets the session after a refusal; closes it when that fails. */
  async recover(): Promise<void> {
    if (this.isOpen && !(await this.#reset())) this.close();
  }

  /** Sends QUIT without waiting for the reply. */
  close(): void {
    if (this.isOpen) this.#connection.quit();
    this.#connection.close();
  }

  #transact(mail: RawMail): Promise<DeliveryVerdict> {
    return new Promise((resolve) => {
      let dotWritten = false;
      let cancelTimeout = (): void => undefined;
      const finish = (verdict: DeliveryVerdict, usable: boolean): void => {
        cancelTimeout();
        if (!usable) this.#connection.close();
        resolve(verdict);
      };
      const stream = new MessageStream(
        mail.raw,
        () => this.#connection._socket as Socket | null,
        () => {
          if (mail.mayFinish?.() === false) {
            (this.#connection._socket as Socket | null)?.destroy();
            return;
          }
          dotWritten = true;
          cancelTimeout = this.#clock.callAfter(SILENCE_TIMEOUT, () =>
            finish({ kind: 'ambiguous', reason: 'final dot: silence' }, false),
          );
        },
      );
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
      const gone = (): void => resolve(false);
      this.#connection.once('end', gone);
      this.#connection.reset((error) => {
        this.#connection.removeListener('end', gone);
        resolve(!error);
      });
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
  const what = error === null ? 'reply out of step' : codeOf(error);
  return dotWritten
    ? { kind: 'ambiguous', reason: `final dot: ${what}` }
    : { kind: 'deferred', reason: `before the final dot: ${what}`, lost: true };
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
