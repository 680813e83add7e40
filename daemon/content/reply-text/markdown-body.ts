import { markdownFromHtml } from '../mime/html-text.ts';
import type { ReplyText } from './parts.ts';
import { replyMarkdown } from './reply-text.ts';

/** Characters of texts that are taken apart; longer ones would take too long. */
export const MOST_TEXT = 100_000;
export const MOST_HTML = 300_000;

/** HTML as Markdown. */
export interface MarkdownBody {
  readonly markdown: string;
  /** The words that it adds; null for a text that is longer than those that are taken apart. */
  readonly reply: ReplyText | null;
}

export function markdownBody(html: string): MarkdownBody {
  if (html.length > MOST_HTML) return { markdown: markdownFromHtml(html), reply: null };
  const reply = replyMarkdown(html);
  return { markdown: reply.source, reply: reply.source.length > MOST_TEXT ? null : reply };
}
