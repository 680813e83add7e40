import { type Argument, word } from './command.ts';
import { UsageError } from './errors.ts';

export const attachmentArgument: Argument<string> = word(
  'INDEX',
  'Which attachment of the message, counted from 0 as "attachments list" does.',
);

export function attachmentIndex(typed: string): number {
  if (/^\d{1,6}$/.test(typed)) return Number(typed);
  throw new UsageError(
    `"${typed}" is no index of an attachment.`,
    'agentmail attachments list MESSAGE shows them',
  );
}
