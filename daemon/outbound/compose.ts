import MailComposer from 'nodemailer/lib/mail-composer/index.js';

/** What a message needs to become mail. */
export interface Letter {
  readonly fromName: string;
  readonly fromAddress: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** With brackets, as the references. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly date: Date;
}

/** The message as MIME. Nothing in it is ever read from a file or an address. */
export function composeMail(letter: Letter): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: letter.fromName, address: letter.fromAddress },
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    messageId: letter.messageId,
    ...(letter.inReplyTo !== null && { inReplyTo: letter.inReplyTo, references: [...letter.references] }),
    date: letter.date,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
