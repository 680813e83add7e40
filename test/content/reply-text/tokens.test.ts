import { expect, test } from 'vitest';
import { replyMarkdown, replyText } from '../../../daemon/content/reply-text/reply-text.ts';
import { quotedThreads } from '../../eval/quoted-threads.ts';
import { threadTokens } from '../../eval/tokens.ts';

const threads = quotedThreads();

test('the new words of a thread of twenty mails are at most half the tokens of its text', () => {
  const [text, markdown, reply, markdownReply] = threadTokens(threads).map(({ tokens }) => tokens);
  expect(threads.map((mails) => mails.length)).toEqual(Array(10).fill(20));
  for (const [index, whole] of (text ?? []).entries()) {
    expect(reply?.[index]).toBeLessThan(whole / 2);
    expect(markdownReply?.[index]).toBeLessThan(whole / 2);
    expect(markdown?.[index]).toBeLessThan(1.25 * whole);
  }
});

test('the new words are those that the writer added', () => {
  const turns = threads.flat();
  const exact = turns.filter(({ text, words }) => replyText({ text, html: null }).text.startsWith(words));
  expect(exact.length).toBeGreaterThanOrEqual(0.97 * turns.length);
});

test('text and HTML of these mails have the same new words', () => {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.join(' ');
  for (const { text, html } of threads.flat()) {
    expect(words(replyMarkdown(html).text)).toBe(words(replyText({ text, html: null }).text));
  }
});
