import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../../support/browser.ts';
import { needsPrograms } from '../../support/needs.ts';
import { barriers, pageVisits } from '../../support/page-browser.ts';
import { reviewScenes } from '../../support/review-scene.ts';
import { sharedService } from '../../support/service.ts';

/**
 * The parts of the page in all their states. Pixels differ between versions of Chromium and fonts of
 * machines, so the style of each part is compared: colours, sizes of type, spacing. With `npm run
 * picture:parts` pictures are taken too.
 */

const chromium = findChromium();
const PICTURES = process.env.AGENTMAIL_PARTS;

const PROPERTIES = [
  'color',
  'background-color',
  'border-top-color',
  'border-top-width',
  'border-radius',
  'font-size',
  'font-weight',
  'padding',
  'margin',
  'gap',
  'min-height',
];

/** The style of each element, as lines; those that repeat one are left out. */
function stylesOf(page: Page): Promise<string> {
  const read = `((properties) => {
    const lines = [...document.querySelectorAll('main *')].filter((each) => !each.closest('svg, bdi, option')).map((each) => {
      const style = getComputedStyle(each);
      const name = [each.tagName.toLowerCase(), ...each.classList].join('.');
      const state = each.getAttribute('aria-selected') ?? each.getAttribute('aria-pressed') ?? (each.disabled ? 'disabled' : '');
      const values = properties.map((property) => property + ': ' + style.getPropertyValue(property)).join('; ');
      return name + (state && ' [' + state + ']') + '  ' + values;
    });
    return [...new Set(lines)].join('\\n') + '\\n';
  })`;
  return page.evaluate<string>(`${read}(${JSON.stringify(PROPERTIES)})`);
}

describe('the parts of the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  const visit = pageVisits(service, chromium ?? '');

  it.each([false, true])('look as they did when they were last changed (dark: %s)', async (dark) => {
    const scene = await newScene();
    const { page, complaints } = await visit(scene.accountId, { path: '/parts', dark });
    await page.getByRole('heading', { name: 'Parts' }).waitFor();
    const name = `parts-${dark ? 'dark' : 'light'}`;
    await expect(await stylesOf(page)).toMatchFileSnapshot(`parts/${name}.txt`);
    if (PICTURES !== undefined) {
      await page.setViewportSize({ width: 1280, height: 1900 });
      writeFileSync(join(PICTURES, `${name}.png`), await page.screenshot());
    }
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
