import { timingSafeEqual } from 'node:crypto';
import { encodeWord } from 'nodemailer/lib/mime-funcs/index.js';
import { readHeaderBlock } from '../../content/mime/fields.ts';
import type { Secrets } from '../../platform/system/secrets.ts';

/**
 * Fields that a copy keeps. All others say how the original was delivered, or would make the reader's program
 * act for its sender.
 */
const KEPT = new Set([
  ...['date', 'subject', 'to', 'cc', 'message-id', 'in-reply-to', 'references', 'mime-version'],
  ...['content-type', 'content-transfer-encoding', 'content-disposition', 'content-language'],
]);

/** An address that can stand between angle brackets as it is. */
const PLAIN_ADDRESS = /^[!-;=?-~]+$/;

const MARK = 'x-agentmail-copy';
const PURPOSE = 'copy';

interface CopyParts {
  readonly messageId: string;
  readonly raw: Buffer;
  /** Author of the message. */
  readonly author: string;
  readonly mailbox: { readonly name: string; readonly address: string };
}

/**
 * A copy of a message from its mailbox's own address: the receiving server checks the domain in From, and
 * would refuse or file away mail in another domain's name. Answers go to the author.
 */
export function composeCopy(secrets: Secrets, { messageId, raw, author, mailbox }: CopyParts): Buffer {
  const { fields, bodyStart } = readHeaderBlock(raw);
  const kept = fields
    .filter(({ name }) => KEPT.has(name))
    .map(({ start, end }) => raw.toString('latin1', start, end).trimEnd());
  const isOwn = author.toLowerCase() === mailbox.address.toLowerCase();
  const name = isOwn ? mailbox.name : `${author.replace('@', ' at ')} via ${mailbox.name}`;
  const head = [
    `From: ${phrase(name)} <${mailbox.address}>`,
    ...(isOwn || !PLAIN_ADDRESS.test(author) ? [] : [`Reply-To: <${author}>`]),
    'Auto-Submitted: auto-generated',
    `X-Agentmail-Copy: ${messageId} ${markOf(secrets, messageId)}`,
    ...kept,
  ];
  const text = `${head.join('\n')}\n\n${raw.toString('latin1', bodyStart)}`;
  const lines = text.replaceAll(/\r\n|[\r\n]/g, '\r\n');
  return Buffer.from(lines.endsWith('\r\n') ? lines : `${lines}\r\n`, 'latin1');
}

/** Whether mail is a copy of this daemon that came back, for example because its receiver forwards mail. */
export function isCopy(secrets: Secrets, raw: Buffer): boolean {
  return readHeaderBlock(raw).fields.some(({ name, value }) => {
    if (name !== MARK) return false;
    const [id = '', mark = ''] = value.trim().split(/\s+/);
    const [given, expected] = [Buffer.from(mark, 'latin1'), Buffer.from(markOf(secrets, id))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A mark that strangers can't make: otherwise their mail could avoid being copied. */
function markOf(secrets: Secrets, messageId: string): string {
  return secrets.sign(PURPOSE, messageId).toString('hex');
}

/** A display name as a quoted string, or encoded when it isn't printable ASCII (RFC 2047). */
function phrase(name: string): string {
  if (!/^[\x20-\x7e]*$/.test(name)) return encodeWord(name, 'Q', 52);
  return `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}
