import { LIMITS } from '../../../shared/contract/limits.ts';
import { MINUTE, SECOND } from './clock.ts';

const KB = 1024;
const MB = 1024 * KB;

/**
 * Limits of our clients for machines that others run. Times are milliseconds, and count from the beginning of
 * a step, so a byte now and then doesn't prolong them (docs/reliability.md).
 */
export const CLIENT_LIMITS = {
  smtp: {
    /** The connection, and the greeting or a TLS handshake. */
    connect: 30 * SECOND,
    /** Everything until mail can be sent: connection, greeting, EHLO, TLS, login. */
    open: 2 * MINUTE,
    /** Replies to MAIL, RCPT and DATA together, and to RSET. */
    commands: 2 * MINUTE,
    /** A message, besides the time that its bytes take at `bytesPerSecond`. */
    content: 2 * MINUTE,
    bytesPerSecond: 16 * KB,
    /** The reply to the final dot. */
    outcome: 60 * SECOND,
    /** Silence at any other moment. */
    silence: 65 * SECOND,
    /** Of replies while a session opens, for one message, and for RSET. */
    replyBytes: 64 * KB,
  },
  imap: {
    /** Name, connection, greeting, TLS and login together. */
    open: 2 * MINUTE,
    /** A command, besides the time that a message takes at `bytesPerSecond`. */
    command: 2 * MINUTE,
    bytesPerSecond: 16 * KB,
    logout: 5 * SECOND,
    /** Of the answers to one command. */
    bytes: 80 * MB,
  },
  /** Webhooks, and notices to chats. */
  post: {
    whole: LIMITS.webhookTimeoutSeconds * SECOND,
    /** Bytes read of an answer. */
    answerBytes: 64 * KB,
  },
  bucket: {
    attempt: 30 * SECOND,
    /** All attempts of a request, and its wait for a turn. */
    request: 60 * SECOND,
    /** Of an object, decompressed. */
    bytes: 64 * MB,
    /** Of any other answer. */
    answerBytes: 4 * MB,
  },
  clamd: {
    /** All attachments of a message; less than a scan may take, so that the other scanners count. */
    scan: 15 * SECOND,
    answerBytes: 4 * KB,
  },
  textMessage: {
    post: 10 * SECOND,
  },
  dns: {
    /** A question with all its retries. */
    question: 10 * SECOND,
  },
} as const;
