import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { needsPrograms } from '../../support/needs.ts';
import { keepPicture, pageVisits, SCREENS } from '../../support/page-browser.ts';
import { reviewScenes, type Scene } from '../../support/review-scene.ts';
import { sharedService } from '../../support/service.ts';

/** A new version beside the one that was denied, in a real browser. */

const chromium = findChromium();

const DENIED = 'Dear Ann,\n\nThe order of 12 chairs arrives on Monday.\n\nKind regards';
const REVISED = 'Dear Ann,\n\nThe order of 14 chairs arrives on Friday, in the morning.\n\nKind regards';
/** Longer than any screen is wide. */
const UNBROKEN = `https://shop.example/${'orders-of-chairs'.repeat(20)}`;

describe('a new version on the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  const visit = pageVisits(service, chromium ?? '');

  /** Denies a message and sends another in its place. */
  async function revise(scene: Scene, { before = DENIED, after = REVISED, reason = 'Wrong day' } = {}) {
    const denied = await scene.hold('Chairs', { body: before });
    await service.must(scene.admin, api.denyMessage, { id: denied, reason });
    const sent = await service.must(
      { key: scene.agent, headers: { 'idempotency-key': crypto.randomUUID() } },
      api.send,
      {
        from_mailbox: scene.mailbox.id,
        to: 'ann@example.com',
        subject: 'Chairs',
        body: after,
        revises: denied,
      },
    );
    return { denied, revised: sent.message_id ?? '' };
  }

  const changes = (page: Page) =>
    page.getByRole('region', { name: 'Changes since the version that was denied' });
  const wordsOf = async (pieces: Locator) => (await pieces.allTextContents()).map((each) => each.trim());
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  it('shows the words that changed, side by side, with the reason of the denial', async () => {
    const scene = await newScene();
    const { denied, revised } = await revise(scene);
    const { page, complaints } = await visit(scene.accountId, { path: `/review/${revised}` });
    await changes(page).getByText('Denied because: Wrong day').waitFor();
    expect(await wordsOf(changes(page).locator('del'))).toEqual(['12', 'Monday']);
    expect(await wordsOf(changes(page).locator('ins'))).toEqual(['14', 'Friday, in the morning']);
    const [left, right] = [
      changes(page).getByText('Denied', { exact: true }),
      changes(page).getByText('New version'),
    ];
    const [before, after] = [await boxOf(left), await boxOf(right)];
    expect(after.y).toBe(before.y);
    expect(after.x).toBeGreaterThan(before.x + before.width);
    await keepPicture(page, 'revision-wide');
    await page.getByRole('article').getByRole('link', { name: '1', exact: true }).click();
    await page.waitForURL((url) => url.pathname.endsWith(denied));
    expect(complaints).toEqual([]);
  });

  it('shows one below the other on a phone, and nothing beside the screen', async () => {
    const scene = await newScene();
    const after = `${REVISED}\n${UNBROKEN}`;
    const { revised } = await revise(scene, { after, reason: UNBROKEN });
    const { page } = await visit(scene.accountId, { path: `/review/${revised}`, screen: 'phone' });
    const [left, right] = [
      changes(page).getByText('Denied', { exact: true }),
      changes(page).getByText('New version'),
    ];
    await right.scrollIntoViewIfNeeded();
    const [above, below] = [await boxOf(left), await boxOf(right)];
    expect(below.x).toBe(above.x);
    expect(below.y).toBeGreaterThan(above.y + above.height);
    for (const part of await changes(page).locator('h2, h3, p, .mail-text').all()) {
      const { x, width } = await boxOf(part);
      expect(x + width).toBeLessThanOrEqual(SCREENS.phone.width);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SCREENS.phone.width);
    await keepPicture(page, 'revision-phone');
  });

  it('shows hostile words of both versions as text', async () => {
    const scene = await newScene();
    const attack = '<img src=x onerror=alert(1)>';
    const { revised } = await revise(scene, {
      before: `Hello ${attack} there.`,
      after: `Hello <b>dear</b> pass\u{200b}word there.`,
      reason: attack,
    });
    const { page, complaints } = await visit(scene.accountId, { path: `/review/${revised}` });
    await changes(page).getByText(`Denied because: ${attack}`).waitFor();
    expect(await changes(page).locator('del').allTextContents()).toEqual(['img src=x onerror=alert(1)']);
    expect((await changes(page).locator('ins').allTextContents()).join('')).toContain('\\u{200b}');
    expect(await changes(page).locator('img, b').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('has no comparison where nothing was denied', async () => {
    const scene = await newScene();
    const id = await scene.hold('First of its kind');
    const { page } = await visit(scene.accountId, { path: `/review/${id}` });
    await page.getByRole('article').getByText('All is well.').waitFor();
    expect(await changes(page).count()).toBe(0);
  });
});
