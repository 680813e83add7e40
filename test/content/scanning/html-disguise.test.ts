import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../daemon/content/html/sanitize.ts';
import { readingOf } from '../../../daemon/content/scanning/normalize/html-reading.ts';
import { differenceOf } from '../../../daemon/content/scanning/same-words.ts';

/** Compares text with HTML as it would be sent. */
function difference(text: string, source: string) {
  const outcome = sanitizeHtml({ source, active: 'refuse', links: 'text' });
  if (outcome.kind !== 'clean' || outcome.html === null) throw new Error('this HTML is not sent');
  return differenceOf(text, readingOf(outcome.html));
}

describe('HTML that looks the same to a program only', () => {
  it.each([
    ['a raised digit', 'Pay 102', '<p>Pay 10<sup>2</sup></p>'],
    ['a raised digit of its own', 'Pay 102', '<p>Pay 10\u00b2</p>'],
    ['a digit raised by style', 'Pay 102', '<p>Pay 10<b style="vertical-align:super">2</b></p>'],
    ['another mark in a number', 'Pay $1.000', '<p>Pay $1,000</p>'],
    ['no mark in a number', 'Pay 3.50', '<p>Pay 3 50</p>'],
    ['a fraction', 'Pay 1 2', '<p>Pay 1/2</p>'],
    ['a minus', 'Pay 500', '<p>Pay \u2212500</p>'],
    ['a minus behind the currency', 'Pay $500', '<p>Pay $-500</p>'],
    ['a minus between numbers', 'It is 5 3', '<p>It is 5 - 3</p>'],
    ['another picture', 'Go? \u{1f44d}', '<p>Go? \u{1f44e}</p>'],
    ['a cross for a tick', 'Done \u2713', '<p>Done \u2717</p>'],
    ['strokes through letters', 'Do not pay', '<p>Do n\u0336o\u0336t\u0336 pay</p>'],
    [
      'a number over two boxes',
      'Pay 5 50',
      '<div style="float:left">Pay 5</div><div style="float:left">50</div>',
    ],
    ['a number over two lines', 'Pay 550', '<p>Pay 5<b style="display:block">50</b></p>'],
    ['the path of an address', 'See https://a.example/Yes', '<p>See https://a.example/yes</p>'],
    [
      'numbers of entries',
      'Take 1.\n1. pay\n2. keep',
      '<p>Take 1.</p><ol start="2"><li>pay</li><li>keep</li></ol>',
    ],
    ['swapped entries', '1. pay\n2. keep', '<ol><li value="2">pay</li><li value="1">keep</li></ol>'],
    ['entries without numbers', 'Pay\n500. Yes', '<p>Pay</p><ul><li>Yes</li></ul>'],
  ])('has %s', (_name, text, html) => {
    expect(difference(text, html)).toBe('words');
  });

  it.each([
    ['entries that count down', '1. a\n2. b', '<ol reversed><li>a</li><li>b</li></ol>'],
    [
      'the foot of a table first',
      'A B',
      '<table><tfoot><tr><td>A</td></tr></tfoot><tbody><tr><td>B</td></tr></tbody></table>',
    ],
    [
      'a caption below',
      'A B',
      '<table><caption style="caption-side:bottom">A</caption><tr><td>B</td></tr></table>',
    ],
    [
      'a row as a foot',
      'A B',
      '<div style="display:table-footer-group">A</div><div style="display:table-row">B</div>',
    ],
    ['boxes from the right', '1 2', '<div style="float:right">1</div><div style="float:right">2</div>'],
    ['a table at the right', 'A B', '<table align="right"><tr><td>A</td></tr></table>B'],
    ['words on another line', 'Do not pay', '<p>Do <b style="vertical-align:40px">not</b> pay</p>'],
    [
      'a box over the words',
      'Not now',
      '<p>Not now</p><div style="margin-top:-3em;opacity:.99;background:#fff"><br></div>',
    ],
    ['an outline over the words', 'Not now', '<p>Not <b style="outline:40px solid white">now</b></p>'],
    [
      'a column that is gone',
      'A B',
      '<table><col><col style="visibility:collapse"><tr><td>A</td><td>B</td></tr></table>',
    ],
  ])('has %s', (_name, text, html) => {
    expect(difference(text, html)).toBe('order');
  });

  it.each([
    ['quotation marks', "<p>You <q style=\"quotes:'do not ' ''\">owe</q></p>"],
    ['bullets', '<ul style="list-style-type:\'not \'"><li>You owe</li></ul>'],
  ])('has words as %s', (_name, html) => {
    expect(difference('You owe', html)).toBe('label');
  });

  it.each([
    ['a part of a shown address', 'To devil@a.example', 'mailto:evil@a.example', 'devil@a.example'],
    ['another address of the text', 'To ann@a.example', 'mailto:eve@a.example', 'ann@a.example'],
    ['a part of a shown number', 'Call +15551234', 'tel:+1555', '+15551234'],
  ])('has a link to %s', (_name, text, target, label) => {
    const word = text.split(' ')[0];
    expect(difference(text, `<p>${word} <a href="${target}">${label}</a></p>`)).toBe('link');
  });

  it('has an address as the label of another that the text shows too', () => {
    const html =
      '<p>To <a href="mailto:eve@a.example">ann@a.example</a>, never to <a href="mailto:eve@a.example">Eve</a></p>';
    expect(difference('To ann@a.example, never to Eve <eve@a.example>', html)).toBe('link');
  });
});

describe('words that a person cannot see', () => {
  const HIDING = [
    'color:canvas',
    'color:white;background:transparent',
    'color:black;color:white',
    'background:black;background-color:white;color:white',
    'background:linear-gradient(white,white);color:white',
    'color:red;background:#ff0000',
    'color:wh\\69te',
    "font-family:'x;color:black;';color:white",
    'display:n\\6fne',
    'display:none;display:nonsense',
    'font-size:16px;font-size:1px',
    'font-size:calc(0px)',
    'font-size:1q',
    'font-size:1mm',
    'font-size:1e-3em',
    'font-size-adjust:0',
    'opacity:1;opacity:.1',
    'opacity:calc(0)',
    'letter-spacing:-1em',
    'display:inline-block;height:1em;width:40px;overflow:hidden',
  ];

  it.each(HIDING)('are hidden by %s', (style) => {
    expect(difference('Do not pay', `<p>Do <span style="${style}">not</span> pay</p>`)).toBe('words');
  });

  it.each([
    ['a background that browsers ignore', '<span bgcolor="black" style="color:white">not</span>'],
    ['a colour that browsers ignore', '<span style="color:white"><i color="black">not</i></span>'],
    ['sizes within sizes', '<b style="font-size:.6em"><b style="font-size:.6em">not</b></b>'],
    ['small within small', `${'<small>'.repeat(6)}not${'</small>'.repeat(6)}`],
  ])('are hidden by %s', (_name, part) => {
    expect(difference('Do not pay', `<p>Do ${part} pay</p>`)).not.toBeNull();
  });
});

describe('ordinary HTML', () => {
  it.each([
    ['a font', 'Do pay', '<p style="font:400 14px/20px Arial,sans-serif;color:rgb(51,51,51)">Do pay</p>'],
    [
      'a ground',
      'Do pay',
      '<table bgcolor="#336699"><tr><td style="color:#fff;background:#336699 none">Do pay</td></tr></table>',
    ],
    [
      'small moves',
      'Do pay',
      '<p style="margin:0 -5px;letter-spacing:-.5px;overflow:hidden;width:600px">Do pay</p>',
    ],
    [
      'columns',
      'Do pay',
      '<div style="display:inline-block">Do</div><div style="display:inline-block">pay</div>',
    ],
    ['a hundred in words', '10^2', '<p>10<sup>2</sup></p>'],
    ['an ordinal', '1st day', '<p>1<sup>st</sup> day</p>'],
    ['a formula', 'H2O', '<p>H<sub>2</sub>O</p>'],
    ['dashes', 'well - 20 people, 5-10', '<p>well &mdash; 20 people, 5&ndash;10</p>'],
    ['letters of entries', 'a. x\nb. y', '<ol type="a"><li>x</li><li>y</li></ol>'],
    ['entries from three', '3. x\n4. y', '<ol start="3"><li>x</li><li>y</li></ol>'],
    ['inherited colours', 'Do pay', '<p style="background:none;color:inherit;font-size:100%">Do pay</p>'],
  ])('says the same with %s', (_name, text, html) => {
    expect(difference(text, html)).toBeNull();
  });
});
