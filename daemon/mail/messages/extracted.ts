import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { findLinks } from '../../../shared/extract/links.ts';
import { findOneTime, type OneTimeKind, type OneTimeValue } from '../../../shared/extract/one-time.ts';
import { findCode } from '../../../shared/extract/otp.ts';
import type { Readable } from '../../../shared/extract/text.ts';
import type { MailContext } from '../context.ts';
import { NO_TEXTS, shownTexts } from './body.ts';
import type { ExtractedValues } from './project.ts';
import type { MessageRow } from './table.ts';

interface ExtractRequest {
  /** Names of values to extract, comma-separated. */
  readonly extract: string | undefined;
  readonly isWithheld: (row: MessageRow) => boolean;
}

/**
 * Extracts what readers asked for, by message id, from the text that they are shown. Keys get codes and links
 * of the first 20,000 characters only.
 */
export async function extractedFrom(
  context: Pick<MailContext, 'store' | 'secrets'>,
  rows: readonly MessageRow[],
  { extract, isWithheld }: ExtractRequest,
): Promise<ReadonlyMap<string, ExtractedValues>> {
  const found = new Map<string, ExtractedValues>();
  if (extract === undefined) return found;
  const wanted = new Set(extract.split(','));
  if (!wanted.has('otp') && !wanted.has('links')) return found;
  for (const row of rows) {
    const withheld = isWithheld(row);
    const { text } = withheld ? NO_TEXTS : await shownTexts(context, row);
    const readable = readableFrom(withheld ? '' : row.subject, text);
    found.set(row.id, {
      ...(wanted.has('otp') && { otp: findCode(readable) }),
      ...(wanted.has('links') && { links: findLinks(readable) }),
    });
    // Long texts take milliseconds each; other requests go in between.
    await setImmediate();
  }
  return found;
}

/** Parts of the text made from HTML that mail programs don't show. */
const UNSHOWN = /\[(?:hidden|image): [^\]]*\]/g;

/**
 * The one-time code or the sign-in link of a message that isn't withheld. A mail whose text part only says
 * that there is HTML has it in the HTML.
 */
export async function oneTimeValueOf(
  context: Pick<MailContext, 'store' | 'secrets'>,
  row: MessageRow,
  kind: OneTimeKind,
): Promise<OneTimeValue | null> {
  const { text, htmlText } = await shownTexts(context, row);
  // Long texts take milliseconds each; other requests go in between.
  await setImmediate();
  return (
    findOneTime(readableFrom(row.subject, text), kind) ??
    (htmlText ? findOneTime(readableFrom(row.subject, htmlText.replace(UNSHOWN, ' ')), kind) : null)
  );
}

function readableFrom(subject: string, text: string | null): Readable {
  return { subject, body: (text ?? '').slice(0, LIMITS.deliveredBodyCharacters) };
}
