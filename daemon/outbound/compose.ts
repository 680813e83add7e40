import { Writable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { encodeWord } from 'nodemailer/lib/mime-funcs/index.js';
import type { Enclosure } from '../attachments/staging/enclosures.ts';

/** Content of an outgoing mail. */
export interface Letter {
  readonly fromName: string;
  readonly fromAddress: string;
  readonly to: string;
  readonly subject: string;
  /** Where answers go, when not to the sender. */
  readonly replyTo: string | null;
  readonly text: string;
  /** Sent as an alternative to the text. */
  readonly html: string | null;
  /** With brackets, as the references. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** Where one click ends this mail (RFC 8058); null for no such way. */
  readonly unsubscribe: string | null;
  /** Written by a program about something that happened (RFC 3834): no other program should answer. */
  readonly automatic?: boolean;
  readonly date: Date;
  readonly enclosures: readonly Enclosure[];
}

function unsubscribeFields(link: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${link}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  };
}

/** Text with one kind of line end. What is changed on its way, as a bare CR is, would break the signature. */
function cleanLines(text: string): string {
  return text.replaceAll(/\r\n|[\r\n]/g, '\r\n');
}

/** Characters that an encoded word has with its frame, so that its line stays short. */
const WORD_LENGTH = 52;

/**
 * A subject that looks encoded already is encoded once more: readers would show another text than the one
 * that was sent, and scanned.
 */
function subjectField(subject: string) {
  if (!subject.includes('=?')) return {};
  const value = encodeWord(subject, 'Q', WORD_LENGTH);
  return { Subject: { prepared: true, foldLines: true, value } };
}

const NEWLINE = 0x0a;

/** The message as MIME. Nothing in it is ever read from a file or an address. */
export function composeMail(letter: Letter): Promise<Buffer> {
  const reencoded = subjectField(letter.subject);
  const composer = new MailComposer({
    from: { name: letter.fromName, address: letter.fromAddress },
    to: letter.to,
    ...(!('Subject' in reencoded) && { subject: letter.subject }),
    ...(letter.replyTo !== null && { replyTo: letter.replyTo }),
    text: cleanLines(letter.text),
    ...(letter.html !== null && { html: cleanLines(letter.html) }),
    messageId: letter.messageId,
    ...(letter.inReplyTo !== null && { inReplyTo: letter.inReplyTo, references: [...letter.references] }),
    date: letter.date,
    headers: {
      ...(letter.unsubscribe !== null && unsubscribeFields(letter.unsubscribe)),
      ...(letter.automatic && { 'Auto-Submitted': 'auto-generated' }),
      ...reencoded,
    },
    attachments: letter.enclosures.map(({ filename, contentType, content, contentId }) => ({
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

type Mail = ReturnType<InstanceType<typeof MailComposer>['compile']>;

/**
 * The bytes of a letter. The library's own way to them leads through two more streams, for half of its time.
 */
async function written(mail: Mail): Promise<Buffer> {
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
