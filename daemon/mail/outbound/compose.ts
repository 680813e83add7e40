import { Writable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { encodeWord } from 'nodemailer/lib/mime-funcs/index.js';
import type { OutboundAttachment } from '../attachments/staging/outbound-attachments.ts';

interface Addressee {
  readonly address: string;
  readonly name: string | null;
}

/** Content of an outgoing mail. */
export interface MailContent {
  readonly fromName: string;
  readonly fromAddress: string;
  readonly to: readonly Addressee[];
  readonly cc?: readonly Addressee[];
  readonly subject: string;
  /** Reply-To, when it isn't the sender. */
  readonly replyTo: string | null;
  readonly text: string;
  /** Sent as an alternative to the text. */
  readonly html: string | null;
  /** With brackets, as the references. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** Link for one-click unsubscribing (RFC 8058), or null. */
  readonly unsubscribe: string | null;
  /** How a program made it (RFC 3834); absent for mail of people. */
  readonly autoSubmitted?: 'auto-generated' | 'auto-replied' | null;
  readonly date: Date;
  readonly attachments: readonly OutboundAttachment[];
  /** A calendar file that answers an invitation (RFC 6047): an alternative of the text, and a file. */
  readonly calendarReply?: string | null;
}

function unsubscribeFields(link: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${link}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  };
}

/** Normalises line ends: a bare CR would be changed in transit and break the signature. */
function cleanLines(text: string): string {
  return text.replaceAll(/\r\n|[\r\n]/g, '\r\n');
}

/** Characters that an encoded word has with its frame, so that its line stays short. */
const WORD_LENGTH = 52;

/**
 * Encodes a subject that already looks encoded again: mail programs would decode it to a text that wasn't
 * scanned.
 */
function subjectField(subject: string) {
  if (!subject.includes('=?')) return {};
  const value = encodeWord(subject, 'Q', WORD_LENGTH);
  return { Subject: { prepared: true, foldLines: true, value } };
}

/** The library writes an empty name as an address alone. */
function addressee({ address, name }: Addressee) {
  return { address, name: name ?? '' };
}

const NEWLINE = 0x0a;

/** Builds the MIME message. Never reads files or URLs. */
export function composeMail(mail: MailContent): Promise<Buffer> {
  const reencoded = subjectField(mail.subject);
  const composer = new MailComposer({
    from: { name: mail.fromName, address: mail.fromAddress },
    to: mail.to.map(addressee),
    ...(mail.cc && mail.cc.length > 0 && { cc: mail.cc.map(addressee) }),
    ...(!('Subject' in reencoded) && { subject: mail.subject }),
    ...(mail.replyTo !== null && { replyTo: mail.replyTo }),
    text: cleanLines(mail.text),
    ...(mail.html !== null && { html: cleanLines(mail.html) }),
    ...(mail.calendarReply && { icalEvent: { method: 'REPLY', content: mail.calendarReply } }),
    messageId: mail.messageId,
    ...(mail.inReplyTo !== null && { inReplyTo: mail.inReplyTo, references: [...mail.references] }),
    date: mail.date,
    headers: {
      ...(mail.unsubscribe !== null && unsubscribeFields(mail.unsubscribe)),
      ...(mail.autoSubmitted && { 'Auto-Submitted': mail.autoSubmitted }),
      ...reencoded,
    },
    attachments: mail.attachments.map(({ filename, contentType, content, contentId }) => ({
      filename,
      contentType,
      content,
      ...(contentId !== null && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return written(composer.compile());
}

type CompiledMail = ReturnType<InstanceType<typeof MailComposer>['compile']>;

/** Returns the bytes. The library's own path uses two more streams and twice the time. */
async function written(mail: CompiledMail): Promise<Buffer> {
  const parts: Buffer[] = [];
  const sink = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  await new Promise<void>((resolve, reject) => {
    mail.stream(sink, {}, (error) => (error ? reject(error) : sink.end(resolve)));
  });
  const endsWithLine = parts.at(-1)?.at(-1) === NEWLINE;
  return Buffer.concat(endsWithLine ? parts : [...parts, Buffer.from('\r\n')]);
}
