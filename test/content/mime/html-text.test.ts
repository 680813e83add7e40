import { describe, expect, test } from 'vitest';
import { textFromHtml } from '../../../daemon/content/mime/parse.ts';

describe('text made from HTML', () => {
  test('keeps what people read: paragraphs, lists, tables, the targets of links', () => {
    const html =
      '<style>p{}</style><h1>Title</h1><p>one<br>two</p><ul><li>a</li></ul><a href="https://x.example/">x</a><img src=y alt=pic>';
    expect(textFromHtml(html)).toBe('Title\n\none\ntwo\n\n * a\n\nx [https://x.example/] pic');
  });

  test.each([
    ['cells', '<table><tr><td>code:<td>482913<td>ten minutes</table>', 'code:  482913  ten minutes'],
    ['rows', '<table><tr><td>a<td>b</tr><tr><td>c<td>d</table>', 'a  b\nc  d'],
    ['definitions', '<dl><dt>Plan<dd>Pro</dl>', 'Plan\nPro'],
    ['rows outside of a table', '<tr><td>a</td><td>b</td></tr><tr><td>c</td></tr>', 'a  b\nc'],
    ['text between rows', '<table>lost<tr><td>a</td></tr></table>', 'lost\na'],
  ])('keeps %s apart', (_, html, text) => {
    expect(textFromHtml(html)).toBe(text);
  });

  test('leaves out what no reader sees', () => {
    const hidden = [
      'hidden',
      'style="display:none"',
      'style="DISPLAY: none !important"',
      'style="max-height:0;overflow:hidden"',
    ];
    expect(textFromHtml(`${hidden.map((each) => `<div ${each}>no</div>`).join('')}<p>yes`)).toBe('yes');
    expect(
      textFromHtml('<table><tr hidden><td>no</tr><tr><td style="display:none">no</td><td>yes</table>'),
    ).toBe('yes');
  });

  test('puts the target of a button beside its label', () => {
    expect(textFromHtml('<a href="https://x.example/"><table><tr><td>Open</table></a>')).toBe(
      'Open [https://x.example/]',
    );
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

  test('takes time in proportion to runs of blanks', () => {
    expect(textFromHtml(`<p>a${'&nbsp;'.repeat(300_000)}b`)).toMatch(/^a +b$/);
  });

  test('does not grow without bound by the indentation of nested quotes', () => {
    const html = `${'<blockquote>'.repeat(90)}${'x<br>'.repeat(10_000)}`;
    expect(textFromHtml(html).length).toBeLessThan(html.length * 6);
  });
});
