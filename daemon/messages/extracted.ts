import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '../../shared/contract/limits.ts';
import { findLinks } from '../../shared/extract/links.ts';
import { findCode } from '../../shared/extract/otp.ts';
import type { Context } from '../context.ts';
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
  context: Pick<Context, 'store' | 'secrets'>,
  rows: readonly MessageRow[],
  { extract, isWithheld }: ExtractRequest,
): Promise<ReadonlyMap<string, ExtractedValues>> {
  const found = new Map<string, ExtractedValues>();
  if (extract === undefined) return found;
  const wanted = new Set(extract.split(','));
  for (const row of rows) {
    const withheld = isWithheld(row);
    const { text } = withheld ? NO_TEXTS : await shownTexts(context, row);
    const readable = {
      subject: withheld ? '' : row.subject,
      body: (text ?? '').slice(0, LIMITS.deliveredBodyCharacters),
    };
    found.set(row.id, {
      ...(wanted.has('otp') && { otp: findCode(readable) }),
      ...(wanted.has('links') && { links: findLinks(readable) }),
    });
    // Long texts take milliseconds each; other requests go in between.
    await setImmediate();
  }
  return found;
}
