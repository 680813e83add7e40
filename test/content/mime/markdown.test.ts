import { describe, expect, test } from 'vitest';
import { markdownFromHtml, textFromHtml } from '../../../daemon/content/mime/html-text.ts';
import { plainLine } from '../../../daemon/content/mime/markdown/plain-line.ts';

const LONG = `https://click.example/${'a'.repeat(80)}`;

test.each([
  ['<h2>Plan <b>B</b></h2><p>x</p>', '## Plan B\n\nx'],
  ['<h1><div>A</div><p>b</p></h1>', 'A\n\nb'],
  ['<ul><li>a<ol start=3><li>b<li>c</ol><li><p>d</p><p>e</p></ul>', '- a\n  3. b\n  4. c\n\n- d\n\n  e'],
  ['<ol start=-1><li>a</ol><ul><li></ul>', '1. a'],
  ['<b>a </b>b <b><br></b><i> c</i><b>d</b><b>e</b><s>f</s>', '**a** b\n*c***de**~~f~~'],
  ['<b style="font-weight:normal">a</b> <b><p>b</p></b>', 'a\n\nb'],
  ['<b>a<br>b</b>', '**a**\n**b**'],
  ['<p>Run <code>a`b*</code> and <tt>c|d</tt></p>', 'Run `` a`b* `` and `c|d`'],
  ['<pre>if (a) {\n  b```\n}</pre>', '````\nif (a) {\n  b```\n}\n````'],
  ['<pre class="moz-quote-pre">a *b* c\n# d</pre>', 'a \\*b\\* c\n\\# d'],
  ['a<hr>b', 'a\n\n---\n\nb'],
  ['<blockquote>a<blockquote>b</blockquote>c</blockquote>', '> a\n>\n>> b\n>\n> c'],
  ['<img alt="A *cat*"> <img src=x>', 'A *cat*'],
])('%s', (html, markdown) => {
  expect(markdownFromHtml(html)).toBe(markdown.replace('A *cat*', 'A \\*cat\\*'));
});

describe('tables', () => {
  const TABLE = '<tr><th>A<th>B<tr><td>1|2<td><a href="https://x.y">l</a><br>m';

  test('of data are tables', () => {
    expect(markdownFromHtml(`<table>${TABLE}</table>`)).toBe(
      '| A | B |\n|---|---|\n| 1\\|2 | [l](https://x.y) m |',
    );
    expect(markdownFromHtml('<table border=1><tr><td>1<td>2<tr><td>3<td>4</table>')).toContain('|---|---|');
  });

  test.each([
    '<table role=presentation>',
    '<table><tr><td colspan=2>x</td></tr>',
    '<table><tr><td><table><tr><td>x</table></td><td>y</td></tr>',
  ])('that lay out a page are text: %s', (start) => {
    expect(markdownFromHtml(`${start}${TABLE}</table>`)).not.toContain('|---');
  });

  test('with lists in them are text, because a row is a line', () => {
    const html = '<table><tr><th>A<th>B<tr><td><ul><li>x<li>y</ul><td>z</table>';
    expect(markdownFromHtml(html)).toBe('A  B\n- x\n- y\n\nz');
  });
});

describe('links', () => {
  test.each([
    [
      '<a href="https://x.y/a(b) c">words <b>here</b> </a>end',
      '[words **here**](https://x.y/a%28b%29%20c) end',
    ],
    ['<a href="https://www.x.y/">www.x.y</a>', 'www.x.y'],
    ['<a href="mailto:ann@x.y">ann@x.y</a>', 'ann@x.y'],
    ['Hi!<a href="https://x.y">a</a>', 'Hi\\![a](https://x.y)'],
    ['<a href="https://x.y"><img></a>', '<https://x.y>'],
    ['<a href="https://x.y"><h2>A</h2><p>b</p></a>', '## A\n\nb\n<https://x.y>'],
    ['<a href="https://x.y"><div>Button</div></a>', '[Button](https://x.y)'],
    ['<a href="https://x.y">a<br>b</a>', '[a b](https://x.y)'],
  ])('%s', (html, markdown) => {
    expect(markdownFromHtml(html)).toBe(markdown);
  });

  test('have no target that runs or holds something', () => {
    for (const target of [
      'javascript:x()',
      ' JavaScript:x',
      'java\nscript:x',
      'data:text/html,x',
      'vbscript:x',
      'file:///x',
      'cid:1',
      '/x',
      '#x',
    ]) {
      expect(markdownFromHtml(`<a href="${target}">a</a>`), target).toBe('a');
    }
  });

  test('give a long target once, and once more in what is quoted', () => {
    const link = `<a href="${LONG}">`;
    const html = `${link}<img></a>${link}Title</a> ${link}Button</a>`;
    expect(markdownFromHtml(html)).toBe(`<${LONG}>Title Button`);
    expect(markdownFromHtml('<a href=https://x.y>a</a> <a href=https://x.y>b</a>')).toBe(
      '[a](https://x.y) [b](https://x.y)',
    );
  });
});

test.each([
  ['[a](javascript:x)', '[a\\](javascript:x)'],
  ['![a][b]', '![a\\][b]'],
  ['[a]: https://x.y', '[a\\]: https://x.y'],
  ['&lt;img src=x&gt; 1 &lt; 2 &amp;lt; AT&amp;T', '\\<img src=x> 1 < 2 \\&lt; AT&T'],
  [
    'Ann &lt;ann@x.y&gt; &lt;https://x.y&gt; &lt;javascript:x&gt;',
    'Ann <ann@x.y> <https://x.y> \\<javascript:x>',
  ],
  ['*a* **** 1234 5*3', '\\*a\\* **** 1234 5\\*3'],
  ['snake_case _a_ 2 * 3', 'snake_case \\_a\\_ 2 * 3'],
  ['https://x.y/_a_/*b* *c*', 'https://x.y/_a_/*b* \\*c\\*'],
  ['# a<br>#b<br>&gt; c<br>--<br>===<br>- d<br>1. e', '\\# a\n#b\n\\> c\n\\--\n\\===\n- d\n1. e'],
  ['`a` `', '\\`a\\` \\`'],
  ['a\\*b', 'a\\\\*b'],
  ['&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;a', 'a'],
])('text that would be read as Markdown is escaped: %s', (html, markdown) => {
  expect(markdownFromHtml(html)).toBe(markdown);
});

test('escapes are taken out again where a line is read', () => {
  expect(plainLine('\\--')).toBe('--');
  expect(plainLine('**From:** [Ann](mailto:ann@x.y) a\\_b')).toBe('From: Ann [mailto:ann@x.y] a_b');
});

test('marks of the writer in a message are text', () => {
  const forged =
    '&#xf0019;a&#983066;javascript:x&#XF001B; \u{f0019}b\u{f001a}javascript:x\u{f001b} &#x&#xf0019;f0019;';
  expect(markdownFromHtml(forged)).toBe('�a�javascript:x� �b�javascript:x� &#x�f0019;');
});

describe('hidden text is left out as in text', () => {
  test.each([
    '<p style="display:none">HIDDEN</p>',
    '<div hidden>HIDDEN</div>',
    '<span style="VISIBILITY: hidden">HIDDEN</span>',
    '<div style="max-height:0;overflow:hidden">HIDDEN</div>',
    '<template>HIDDEN</template>',
    '<style>HIDDEN</style><script>HIDDEN</script>',
    '<h1 style="display:none">HIDDEN</h1><ul hidden><li>HIDDEN</ul><a hidden href="https://x.y">HIDDEN</a>',
    '<table style="display:none"><tr><th>HIDDEN<th>b<tr><td>c<td>d</table>',
    '<table><tr><th>a<th>b<tr><td style="display:none">HIDDEN<td>d</table>',
    '<table><tr><th>a<th>b<tr hidden><td>HIDDEN<td>HIDDEN<tr><td>c<td>d</table>',
    '<table><thead hidden><tr><th>HIDDEN<th>b</thead><tbody><tr><td>c<td>d<tr><td>c<td>d</table>',
    '<table><caption hidden>HIDDEN</caption><tr><th>a<th>b<tr><td>c<td>d</table>',
    '<b style="display:none">HIDDEN</b><code hidden>HIDDEN</code><pre hidden>HIDDEN</pre>',
  ])('%s', (html) => {
    expect(textFromHtml(html)).not.toContain('HIDDEN');
    expect(markdownFromHtml(`a ${html}`)).not.toContain('HIDDEN');
  });
});

describe('a hostile page', () => {
  const SIZE = 250_000;
  /** Characters that are written for one of the source, which grow with nesting if anything is copied. */
  const MOST = 4;
  const UNITS = [
    '<div>',
    '<blockquote>a',
    '<ul><li>a',
    '<table><tr><td>a',
    '<table><tr><th>a<th>b<tr><td>',
    '<b>a',
    '<a href=https://x.y>a',
    '<a href="https://x.y">',
    '<pre>`',
    '<code>`',
    '<h1>a',
    '<i><b>a</b></i>',
    '<b></b>',
    '*',
    '`` ',
    '[a](',
    '_a_ ',
    '&amp;amp;',
    '&lt;a',
    '# a<br>',
    '<hr>',
    '\\*',
  ];

  test.each(UNITS)('is written in proportion to its length: %s', (unit) => {
    const markdown = markdownFromHtml(unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE));
    expect(markdown.length).toBeLessThan(MOST * SIZE);
  });

  test('with 100,000 levels and 10,000 columns keeps its words', () => {
    expect(markdownFromHtml(`${'<div>'.repeat(100_000)}words`)).toBe('words');
    const cells = (name: string) => `<tr>${`<${name}>a`.repeat(10_000)}`;
    const markdown = markdownFromHtml(`<table>${cells('th')}${cells('td')}</table>`);
    expect(markdown.match(/a/g)).toHaveLength(20_000);
    expect(markdown).not.toContain('|');
  });
});
