import { describe, expect, test } from 'vitest';
import { textFromHtml } from '../../../daemon/inbound/parse.ts';

describe('text made from HTML', () => {
  test('keeps what people read: paragraphs, lists, tables, the targets of links', () => {
    const html =
      '<style>p{}</style><h1>Title</h1><p>one<br>two</p><ul><li>a</li></ul><a href="https://x.example/">x</a><img src=y alt=pic>';
    expect(textFromHtml(html)).toBe('Title\n\none\ntwo\n\n * a\n\nx [https://x.example/]');
  });

  test.each([
    ['elements', '<div>'.repeat(50_000)],
    ['inline elements', '<b>'.repeat(50_000)],
    ['tables', '<table><tr><td>'.repeat(30_000)],
    ['quotes', '<blockquote>'.repeat(50_000)],
    ['lists', '<ul><li>'.repeat(50_000)],
  ])('loses nothing below very deeply nested %s', (_, opening) => {
    expect(textFromHtml(`${opening}deep down`)).toContain('deep down');
  });

  test('loses nothing among very many siblings', () => {
    expect(textFromHtml(`${'<i>x</i>'.repeat(100_000)}<p>last`)).toMatch(/last$/);
  });

  test('does not grow without bound by the indentation of nested quotes', () => {
    const html = `${'<blockquote>'.repeat(90)}${'x<br>'.repeat(10_000)}`;
    expect(textFromHtml(html).length).toBeLessThan(html.length * 6);
  });
});
