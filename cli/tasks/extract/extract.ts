import { EXTRACTS } from '../../../shared/contract/limits.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { TEXT_FORMATS } from '../../../shared/contract/values.ts';
import { findLinks } from '../../../shared/extract/links.ts';
import { findCode } from '../../../shared/extract/otp.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError } from '../../errors.ts';
import { choice, flag } from '../../input/options/kinds.ts';
import { HELD_TEXT_WITHHELD } from '../../output/views/placeholders.ts';

export type Extract = (typeof EXTRACTS)[number];

export const extractFlag = choice(
  '--extract <WHAT>',
  'Print only this: the one-time code, the links, one a line, or the new words (reply). Exit code 6 when there is none.',
  EXTRACTS,
);

const HELD: readonly MessageDetail['state'][] = ['quarantined', 'blocked'];

/** Results as `--json` prints them. */
type ExtractResult =
  | { readonly message_id: string; readonly code: string }
  | { readonly message_id: string; readonly links: readonly string[] }
  | { readonly message_id: string; readonly reply_text: string };

/** Extracts a one-time code or the links of a message; null without any. */
function extractFrom({ id, subject, body, reply_text }: MessageDetail, what: Extract): ExtractResult | null {
  if (what === 'reply') return reply_text ? { message_id: id, reply_text } : null;
  const readable = { subject, body: body.content ?? '' };
  if (what === 'links') {
    const links = findLinks(readable);
    return links.length === 0 ? null : { message_id: id, links };
  }
  const code = findCode(readable);
  return code === null ? null : { message_id: id, code };
}

/**
 * Prints results as plain text, for scripts too, unless JSON was requested. Mentions when the message is
 * held.
 */
export async function printExtracted(
  context: CommandContext,
  found: ExtractResult,
  state: MessageDetail['state'],
): Promise<void> {
  if (HELD.includes(state)) context.notice(`The message is ${state}, so nothing is extracted from it.`);
  const { safeJson, safeLine } = await import('../../output/terminal/safe.ts');
  if (context.jsonAsked) context.raw(`${safeJson(found)}\n`);
  else
    context.raw(
      linesOf(found)
        .map((each) => `${safeLine(each)}\n`)
        .join(''),
    );
}

function linesOf(found: ExtractResult): readonly string[] {
  if ('code' in found) return [found.code];
  return 'links' in found ? found.links : found.reply_text.split('\n');
}

const ABSENT: Readonly<Record<Extract, string>> = {
  otp: 'The message has no one-time code.',
  links: 'The message has no links.',
  reply: 'The message has no text.',
};

export const newFlag = flag('--new', 'Show only the words that the message adds, without quoted history.');

export const bodyFormatFlag = choice(
  '--body-format <FORMAT>',
  'Format of the text. markdown keeps headings, lists, tables and links of HTML.',
  TEXT_FORMATS,
);
export const blocksFlag = flag(
  '--blocks',
  'Include inbound text in blocks, by whose words they are (JSON only).',
);

/** The query of a message for these flags. */
export function readQuery({ extract, onlyNew }: ReadFlags): { extract?: string } {
  return extract === 'reply' || onlyNew ? { extract: 'reply' } : {};
}

interface ReadFlags {
  readonly extract: Extract | undefined;
  readonly onlyNew: boolean;
}

/** Prints the results, or exits with the code for nothing. */
export async function extractAndPrint(
  context: CommandContext,
  message: MessageDetail,
  what: Extract,
): Promise<'ok'> {
  const found = extractFrom(message, what);
  if (!found) {
    throw new CommandError(message.content_withheld ? HELD_TEXT_WITHHELD : ABSENT[what], {
      exit: 'nothing_arrived',
      code: 'NOTHING_FOUND',
      details: { message_id: message.id },
    });
  }
  await printExtracted(context, found, message.state);
  return 'ok';
}
