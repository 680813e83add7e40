import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { safeLine } from '../../output/terminal/safe.ts';

/** A part of a message that a person can open in another program. */
export interface OpenPart {
  /** The key that chooses it. */
  readonly key: string;
  /** Index of the attachment; undefined for the HTML. */
  readonly index: number | undefined;
  /** Safe for a terminal. */
  readonly name: string;
  /** File extension, which selects the program, so it comes from the content and not from the sender. */
  readonly ending: string;
  readonly risk: 'none' | 'ask' | 'never';
}

/** Types that programs only display, and their extensions. */
const SHOWN: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Types that may contain macros, links or scripts, which need confirmation. */
const ASKED: Readonly<Record<string, string>> = {
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/rtf': 'rtf',
  'application/zip': 'zip',
};

/** One per digit key. */
const MOST_ATTACHMENTS = 9;

export function openParts({ has_html, attachments }: MessageDetail): OpenPart[] {
  const html: OpenPart[] = has_html
    ? [{ key: 'h', index: undefined, name: 'HTML', ending: 'html', risk: 'none' }]
    : [];
  const files = attachments.slice(0, MOST_ATTACHMENTS).map((each, index) => partOf(each, index));
  return [...html, ...files];
}

function partOf(attachment: MessageDetail['attachments'][number], index: number): OpenPart {
  const type = attachment.sniffed_mime_type ?? '';
  const name = safeLine((attachment.filename ?? '(no name)').slice(0, 60));
  const ending = SHOWN[type] ?? ASKED[type];
  const isSuspect =
    attachment.policy_action !== 'deliver' ||
    attachment.mime_mismatch ||
    attachment.av_verdict === 'infected';
  // Other types may be programs, whatever their names.
  const risk = ending === undefined ? 'never' : isSuspect || SHOWN[type] === undefined ? 'ask' : 'none';
  return { key: String(index + 1), index, name, ending: ending ?? '', risk };
}
