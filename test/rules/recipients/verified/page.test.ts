import { describe, expect, it } from 'vitest';
import { openTrialDesk } from '../../../support/trial-recipients.ts';

const desk = openTrialDesk();
const { add, linkTo, page } = desk;

describe('the confirmation page', () => {
  it('runs nothing, loads nothing, and cannot be framed', async () => {
    await add('ann@example.org');
    const { headers, text } = await page(await linkTo('ann@example.org'));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script|src=|href=|\son\w+=/i);
    expect(text).toContain('<html lang="en">');
    expect(text).toMatch(/<form method="post"><button type="submit">/);
  });

  it('shows text as text', async () => {
    await desk.service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('accounts')
        .set({ email: `"<b>&'${desk.count}"@example.com` })
        .where('id', '=', desk.tenant.accountId)
        .execute(),
    );
    await add('ann@example.org');
    const { text } = await page(await linkTo('ann@example.org'));
    expect(text).toContain('&quot;&lt;b&gt;&amp;&#39;');
    expect(text).not.toContain('<b>');
  });

  it('confirms again and again, and leaves other links alone', async () => {
    await add('ann@example.org');
    const link = await linkTo('ann@example.org');
    expect((await page(link, 'POST')).status).toBe(200);
    expect((await page(link, 'POST')).status).toBe(200);
    expect((await page(link)).text).toContain('Thank you');
    expect((await page('/confirm/nothing')).status).toBe(404);
    expect((await page(`/confirm/${'a'.repeat(43)}`, 'POST')).status).toBe(404);
  });
});
