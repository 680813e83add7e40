import { describe, expect, it } from 'vitest';
import { outbound, rulesOf, scan } from './support.ts';

const TOKEN = 'ghp_q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa123';

describe('html that differs from the text in its marks', () => {
  it.each([
    ['secret_detected', `Here: ${TOKEN.replace('_', ' ')}`, `<p>Here: ${TOKEN}</p>`],
    ['secret_detected', 'The password Tr0ub4dor&3 it was', '<p>The password: Tr0ub4dor&amp;3 it was</p>'],
    ['pii', 'It is 5555-5555-5555.4444', '<p>It is 5555 5555 5555 4444</p>'],
  ])('is looked at for %s: %s', async (category, text, html) => {
    const policy = { outbound_pii_policy: { credit_card: 'quarantine' as const } };
    expect(rulesOf(await scan(outbound({ text, policy })), category)).toEqual([]);
    expect(rulesOf(await scan(outbound({ text, html, policy })), category)).not.toEqual([]);
  });

  it('is looked at once where it says the same over other lines', async () => {
    const text = `My token\nis ${TOKEN} since Monday.`;
    const report = await scan(outbound({ text, html: `<p>My token is <b>${TOKEN}</b> since Monday.</p>` }));
    const places = report.findings.flatMap(({ spans }) => spans.map(({ field }) => field));
    expect(new Set(places)).toEqual(new Set(['text']));
  });
});

describe('attributes of html that goes out', () => {
  it.each([
    ['a title', `<p title="${TOKEN}">Hello</p>`],
    ['a label', `<p aria-label="key ${TOKEN}">Hello</p>`],
    ['a summary', `<table summary="${TOKEN}"><tr><td>Hello</td></tr></table>`],
    ['a time', `<time datetime='${TOKEN}'>Hello</time>`],
    ['a font', `<p style="font-family:'${TOKEN}'">Hello</p>`],
    ['a letter', `<a href="mailto:eve@example.net?body=token%3D${TOKEN}">Hello</a>`],
    ['a password in a letter', '<a href="mailto:eve@example.net?body=Password%3A%20h4rd-to-guess">Hello</a>'],
  ])('are looked at for secrets in %s', async (_, html) => {
    const report = await scan(outbound({ text: 'Hello', html }));
    expect(rulesOf(report, 'secret_detected')).not.toEqual([]);
    const span = report.findings.find(({ category }) => category === 'secret_detected')?.spans[0];
    expect(span?.field).toBe('html');
    expect(html[span?.start ?? -1]).toBe('<');
  });

  it('are looked at for personal data', async () => {
    const policy = { outbound_pii_policy: { credit_card: 'quarantine' as const } };
    const html = '<p title="5555555555554444">Hello</p>';
    expect((await scan(outbound({ text: 'Hello', html, policy }))).verdict).toBe('quarantined');
  });

  it('say nothing in an ordinary letter', async () => {
    const html =
      '<table width="600" cellpadding="0" style="font-family:Arial,\'Helvetica Neue\',sans-serif;width:600px"><tr><td align="center" title="Our logo"><img src="cid:logo-20240317101530@example.org" alt="Logo"></td></tr></table><p dir="ltr" lang="en-GB">Hello</p><a href="mailto:anna@example.org?subject=Order%204711">Anna</a>';
    expect((await scan(outbound({ text: 'Hello', html }))).verdict).toBe('clean');
  });
});
