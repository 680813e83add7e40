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
