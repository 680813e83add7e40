import { MINUTE, SECOND } from '../system/clock.ts';

/** Time that a mail server gets, however slowly it sends or reads. */
export const SMTP_LIMITS = {
  /** The connection, and the greeting or a TLS handshake. */
  connect: 30 * SECOND,
  /** Everything until mail can be sent: connection, greeting, EHLO, TLS, login. */
  open: 2 * MINUTE,
  /** Replies to MAIL, RCPT and DATA together, and to RSET. */
  commands: 2 * MINUTE,
  /** A message, besides the time that its bytes take at `bytesPerSecond`. */
  content: 2 * MINUTE,
  bytesPerSecond: 16 * 1024,
  /** The reply to the final dot. */
  outcome: 60 * SECOND,
  /** Silence at any other moment. */
  silence: 65 * SECOND,
} as const;

/** Bytes of replies from a server while a session opens, for one message, and for RSET. */
export const REPLY_BYTES = 64 * 1024;

/** Milliseconds in which a server has to read a message. */
export function contentTime(bytes: number): number {
  return SMTP_LIMITS.content + (bytes / SMTP_LIMITS.bytesPerSecond) * SECOND;
}
