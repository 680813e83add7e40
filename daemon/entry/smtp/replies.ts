import type { RecipientRefusal } from '../../mail/inbound/recipient-gone.ts';
/** An SMTP reply: code, enhanced status code (RFC 3463) and text. */
export type SmtpReply = { readonly code: number; readonly enhanced: string; readonly text: string };

export const REPLIES = {
  unknownMailbox: { code: 550, enhanced: '5.1.1', text: 'No such mailbox here' },
  closedAddress: { code: 550, enhanced: '5.1.1', text: 'That address is closed and takes no more mail' },
  notLocal: { code: 550, enhanced: '5.7.1', text: "This server doesn't accept mail for that domain" },
  deferred: {
    code: 450,
    enhanced: '4.2.1',
    text: "The mailbox can't accept mail right now, try again later",
  },
  backlog: {
    code: 451,
    enhanced: '4.3.2',
    text: 'Too many messages are waiting to be scanned, try again later',
  },
  overStorage: { code: 452, enhanced: '4.2.2', text: 'The mailbox is out of storage, try again later' },
  messageTooLarge: { code: 552, enhanced: '5.3.4', text: 'The message exceeds the size limit' },
  mailLoop: {
    code: 554,
    enhanced: '5.4.6',
    text: 'Too many Received header fields, probably a mail loop',
  },
  notStored: { code: 451, enhanced: '4.3.0', text: "The message couldn't be stored, try again later" },
  noRoom: { code: 452, enhanced: '4.3.1', text: 'Insufficient storage for the message, try again later' },
  notDecided: { code: 451, enhanced: '4.3.0', text: "The recipient couldn't be checked, try again later" },
  busy: { code: 452, enhanced: '4.3.1', text: 'The server is busy with large messages, try again later' },
  unavailable: { code: 421, enhanced: '4.3.2', text: "The server can't accept mail now, try again later" },
  stopping: { code: 421, enhanced: '4.3.2', text: 'The server is stopping, try again later' },
  sessionTooLong: {
    code: 421,
    enhanced: '4.4.2',
    text: 'Session time limit reached, closing the connection',
  },
  tooManySessions: { code: 421, enhanced: '4.7.0', text: 'Too many sessions from your address' },
  needsTls: { code: 538, enhanced: '5.7.11', text: 'AUTH requires TLS' },
  wrongLogin: { code: 535, enhanced: '5.7.8', text: 'The mailbox or the API key is wrong' },
  tooManyLogins: { code: 421, enhanced: '4.7.0', text: 'Too many failed logins' },
  loginLater: { code: 454, enhanced: '4.7.0', text: "The API key can't be checked now, try again later" },
  unknownParameter: {
    code: 555,
    enhanced: '5.5.4',
    text: 'Unknown command parameter',
  },
  needsSmtpUtf8: { code: 553, enhanced: '5.6.7', text: 'A non-ASCII address requires SMTPUTF8 in MAIL' },
} as const satisfies Record<string, SmtpReply>;

export const RECIPIENT_REPLIES: Record<RecipientRefusal, SmtpReply> = {
  unavailable: REPLIES.unavailable,
  unknown: REPLIES.unknownMailbox,
  closed: REPLIES.closedAddress,
  not_local: REPLIES.notLocal,
  deferred: REPLIES.deferred,
  backlog: REPLIES.backlog,
  over_storage: REPLIES.overStorage,
  too_large: REPLIES.messageTooLarge,
  no_disk: REPLIES.noRoom,
};

/** A refusal in smtp-server's form: an error with a code, whose message starts with the enhanced code. */
export class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(reply: SmtpReply) {
    super(`${reply.enhanced} ${reply.text}`);
    this.name = 'SmtpRefusal';
    this.responseCode = reply.code;
  }
}

/** The message wasn't stored, with the reply for the peer. */
export class NotAccepted extends Error {
  readonly reply: SmtpReply;

  constructor(message: string, reply: SmtpReply) {
    super(message);
    this.name = 'NotAccepted';
    this.reply = reply;
  }
}

const ENHANCED_CODE = /^[245]\.\d{1,3}\.\d{1,3} /;
/** RFC 5321 4.5.3.1.5 limits a reply line to 512 octets, including codes and CRLF. */
const LINE_LENGTH = 480;

/** The enhanced code at the start of a reply text, or null. */
export function enhancedCodeOf(text: string): string | null {
  return ENHANCED_CODE.exec(text)?.[0].trimEnd() ?? null;
}

/** Splits a long reply at spaces into lines of legal length, each with the enhanced code. */
export function replyLines(text: string): string[] {
  if (text.length <= LINE_LENGTH) return [text];
  const enhanced = enhancedCodeOf(text);
  const prefix = enhanced === null ? '' : `${enhanced} `;
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(prefix.length).split(' ')) {
    if (line !== '' && line.length + word.length + 1 > LINE_LENGTH) {
      lines.push(prefix + line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(prefix + line);
  return lines;
}
