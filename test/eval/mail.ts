import PostalMime from 'postal-mime';
import type { ScanInput } from '../../daemon/content/scanning/index.ts';
import { readHtml } from '../../daemon/content/scanning/normalize/html.ts';
import { type MailRow, readRows } from './corpora.ts';

export interface Mail {
  readonly id: string;
  readonly label: 'ham' | 'spam';
  readonly input: ScanInput;
}

/** A message that consists of a text. */
export function textInput(
  text: string,
  subject = '',
  direction: ScanInput['direction'] = 'inbound',
): ScanInput {
  return {
    direction,
    subject,
    text,
    html: null,
    attachments: [],
    policy: null,
    urlReputationActive: true,
    blockedUrls: [],
  };
}

async function parseMail(row: MailRow): Promise<Mail> {
  const mail = await PostalMime.parse(Buffer.from(row.raw_latin1, 'latin1'));
  const html = mail.html ?? null;
  const text = mail.text ?? (html === null ? '' : readHtml(html).visible.text);
  const attachments = mail.attachments.map((attachment) => ({
    filename: attachment.filename ?? null,
    declaredType: attachment.mimeType,
    content:
      typeof attachment.content === 'string'
        ? Buffer.from(attachment.content)
        : new Uint8Array(attachment.content),
    text: null,
  }));
  return {
    id: row.id,
    label: row.label,
    input: { ...textInput(text, mail.subject ?? ''), html, attachments },
  };
}

/** The real messages of the SpamAssassin sample. */
export async function readMails(): Promise<Mail[]> {
  const rows = readRows<MailRow>('mail-ham-spam/spamassassin_sample.jsonl.gz');
  const mails: Mail[] = [];
  for (const row of rows) mails.push(await parseMail(row));
  return mails;
}
