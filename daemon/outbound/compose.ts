import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Enclosure } from '../attachments/staging/enclosures.ts';

/** What a message needs to become mail. */
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
  return text.replaceAll(/\r\n?/g, '\n');
}

/** The message as MIME. Nothing in it is ever read from a file or an address. */
export function composeMail(letter: Letter): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: letter.fromName, address: letter.fromAddress },
    to: letter.to,
    subject: letter.subject,
    ...(letter.replyTo !== null && { replyTo: letter.replyTo }),
    text: cleanLines(letter.text),
    ...(letter.html !== null && { html: cleanLines(letter.html) }),
    messageId: letter.messageId,
    ...(letter.inReplyTo !== null && { inReplyTo: letter.inReplyTo, references: [...letter.references] }),
    date: letter.date,
    ...(letter.unsubscribe !== null && { headers: unsubscribeFields(letter.unsubscribe) }),
    attachments: letter.enclosures.map(({ filename, contentType, content, contentId }) => ({
      filename,
      contentType,
      content,
      ...(contentId !== null && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
