import { UsageError } from '../../errors.ts';
import type { Argument } from '../options/flag.ts';
import { word } from '../options/kinds.ts';

export const attachmentArgument: Argument<string> = word(
  'INDEX',
  'Index of the attachment, from 0, as "attachments list" shows it.',
);

export function attachmentIndex(typed: string): number {
  if (/^\d{1,6}$/.test(typed)) return Number(typed);
  throw new UsageError(
    `"${typed}" isn't an attachment index.`,
    'agentmail attachments list MESSAGE shows them',
  );
}
