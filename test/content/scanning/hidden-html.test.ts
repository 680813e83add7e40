import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../daemon/content/scanning/normalize/html.ts';
import { prepareMessage } from '../../../daemon/content/scanning/prepare.ts';
import { inbound } from './support.ts';

const hiddenIn = (html: string) => readHtml(html).hidden.text.trim();

describe('text that ordinary HTML shows', () => {
  it.each([
    '<p style="line-height:1">Hello</p>',
    '<p style="line-height:1.6em;font-size:1em">Hello</p>',
    '<td style="font-size:1rem;line-height:1.5">Hello</td>',
    '<div style="font-size:100%;width:1%">Hello</div>',
    '<td style="height:1px">Hello</td>',
    '<td style="font-size:0px;line-height:0"><div style="font-size:14px;line-height:1.4">Hello</div></td>',
    '<td style="color:#fff"><a style="background:#3869d4">Hello</a></td>',
    '<td style="color:#ffffff;background-image:url(https://a.example/b.png)">Hello</td>',
    '<a style="mso-hide:all">Hello</a>',
    '<style>.a{line-height:1.4}</style><p class="a">Hello</p>',
  ])('is not hidden: %s', (html) => {
    expect(hiddenIn(html)).toBe('');
  });

  it('is not hidden by the marks of its sections', () => {
    expect(hiddenIn('<!-- start footer --><p>Hello</p><!-- /Button --><!-- END COPY BLOCK -->')).toBe('');
  });
});

describe('text that HTML hides', () => {
  it.each([
    'font-size:0',
    'font-size:1px',
    'font-size:.1em',
    'font-size:5%',
    'line-height:0',
    'line-height:0.1',
    'line-height:1px',
    'height:0;overflow:hidden',
    'max-height:0px',
    'width:1px;overflow:hidden',
    'display:none;mso-hide:all',
    'opacity:0',
    'color:#fff',
  ])('is found: %s', (style) => {
    expect(hiddenIn(`<p>Hi</p><p style="${style}">Secret</p>`)).toBe('Secret');
    expect(hiddenIn(`<style>.a{${style}}</style><p>Hi</p><p class="a">Secret</p>`)).toBe(
      style === 'color:#fff' ? '' : 'Secret',
    );
  });

  it('is found in comments and titles, each a line of its own', () => {
    expect(hiddenIn('<title>One</title><p>Hi</p><!-- Two words, or three -->')).toBe(
      'One\n Two words, or three',
    );
  });

  it('is not what the mail shows as well', async () => {
    const html = '<title>Your receipt</title><div style="display:none">Thanks for coming. Secret</div>';
    const text = '<h1>Your receipt</h1><p>Thanks for coming.</p>';
    const { parts } = await prepareMessage(inbound({ text: 'x', html: html + text }));
    const hidden = parts.find((part) => part.hidden);
    expect(hidden?.normal.trim()).toBe('Thanks for coming. Secret');
  });
});
