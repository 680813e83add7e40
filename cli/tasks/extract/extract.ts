import { EXTRACTS } from '../../../shared/contract/limits.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { findLinks } from '../../../shared/extract/links.ts';
import { findCode } from '../../../shared/extract/otp.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError } from '../../errors.ts';
import { choice } from '../../input/options/kinds.ts';
import { HELD_TEXT_WITHHELD } from '../../output/views/placeholders.ts';

export type Extract = (typeof EXTRACTS)[number];

export const extractFlag = choice(
  '--extract <WHAT>',
  'Print only this: the one-time code, or the links, one a line. Exit code 6 when there is none.',
  EXTRACTS,
);

const HELD: readonly MessageDetail['state'][] = ['quarantined', 'blocked'];

/** Results as `--json` prints them. */
type ExtractResult =
  | { readonly message_id: string; readonly code: string }
  | { readonly message_id: string; readonly links: readonly string[] };

/** Extracts a one-time code or the links of a message; null without any. */
function extractFrom({ id, subject, body }: MessageDetail, what: Extract): ExtractResult | null {
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
async function printExtracted(
  context: CommandContext,
  found: ExtractResult,
  state: MessageDetail['state'],
): Promise<void> {
  if (HELD.includes(state)) context.notice(`The message is ${state}, so nothing is extracted from it.`);
  const { safeJson, safeLine } = await import('../../output/terminal/safe.ts');
  if (context.jsonAsked) context.raw(`${safeJson(found)}\n`);
  else
    context.raw(('code' in found ? [found.code] : found.links).map((each) => `${safeLine(each)}\n`).join(''));
}

/** Prints the results, or exits with the code for nothing. */
export async function extractAndPrint(
  context: CommandContext,
  message: MessageDetail,
  what: Extract,
): Promise<'ok'> {
  const found = extractFrom(message, what);
  if (!found) {
    const absent = what === 'otp' ? 'The message has no one-time code.' : 'The message has no links.';
    throw new CommandError(message.content_withheld ? HELD_TEXT_WITHHELD : absent, {
      exit: 'nothing_arrived',
      code: 'NOTHING_FOUND',
      details: { message_id: message.id },
    });
  }
  await printExtracted(context, found, message.state);
  return 'ok';
}
