import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../support/browser.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { countsAsSame, countsAsSameWithout, isScanned, isVisible, sanitized } from './judged.ts';
import { type Sight, Viewer } from './shown.ts';
import { controls, letter, tricks, WORD } from './tricks.ts';

const chromium = findChromium();
const TRICKS = tricks();
const CONTROLS = controls(2000);
/** Sheets are judged by the classes that they hide; other selectors aren't looked for. */
const HAS_SHEET = /<style/;

const written = (piece: string) => letter(piece, WORD);
const shownAs = (sights: readonly Sight[], sight: Sight) =>
  TRICKS.filter((_, index) => sights[index] === sight);

describe('2,000 ways to hide a word', needsPrograms({ chromium: chromium !== null }), () => {
  /** How a browser shows the word as it was written, and as we send and show it. */
  let raw: Sight[];
  let clean: Sight[];
  let viewer: Viewer;

  beforeAll(async () => {
    viewer = await Viewer.open(chromium ?? '');
    raw = await viewer.look(TRICKS, String);
    clean = await viewer.look(TRICKS, sanitized);
  }, 3_600_000);
  afterAll(() => viewer.close());

  it('work in a browser, though not all', () => {
    for (const sights of [raw, clean]) {
      expect(shownAs(sights, 'seen').length).toBeGreaterThan(500);
      expect(shownAs(sights, 'unseen').length).toBeGreaterThan(900);
    }
  });

  it('never count as a text with the word where nobody sees it in mail that is sent', () => {
    const found = shownAs(clean, 'unseen').filter((piece) => {
      const html = sanitized(written(piece));
      return html.includes(WORD) && countsAsSame(html);
    });
    expect(found).toEqual([]);
  });

  it('never count as a text without the word that the HTML has, seen or not', () => {
    const found = TRICKS.filter((piece) => {
      const html = sanitized(written(piece));
      return html.replace(/<[^>]*>/g, '').includes(WORD) && countsAsSameWithout(html);
    });
    expect(found).toEqual([]);
  });

  it('never count as a text with the word where nobody sees it in mail that comes in', () => {
    const found = shownAs(raw, 'unseen').filter(
      (piece) => !HAS_SHEET.test(piece) && countsAsSame(written(piece)),
    );
    expect(found).toEqual([]);
  });

  it('never keep a word from the scan that somebody sees', async () => {
    const found: string[] = [];
    for (const piece of new Set([...shownAs(raw, 'seen'), ...shownAs(clean, 'seen')]))
      if (!(await isScanned(piece))) found.push(piece);
    expect(found).toEqual([]);
  });
});

describe('2,000 pieces of ordinary mail', needsPrograms({ chromium: chromium !== null }), () => {
  it('are seen, and count as what they say', async () => {
    const viewer = await Viewer.open(chromium ?? '');
    const sights = await viewer.look(CONTROLS, sanitized);
    await viewer.close();
    expect(CONTROLS.filter((_, index) => sights[index] !== 'seen')).toEqual([]);
    expect(CONTROLS.filter((piece) => !countsAsSame(sanitized(written(piece))))).toEqual([]);
    expect(CONTROLS.filter((piece) => !isVisible(piece))).toEqual([]);
  }, 3_600_000);
});
