import { type BrowserContext, chromium } from 'playwright-core';
import * as api from '../support/api.ts';
import { findChromium } from '../support/browser.ts';
import { holdMany } from './held.ts';
import { type RunningDaemon, type Subject, startDaemon } from './processes.ts';
import { type Figure, inTurn, median, percentile } from './report.ts';

const HELD = 200;
const ROUNDS = 15;
const DECISIONS = 50;
const WIDE = { width: 1280, height: 800 };

/** The page in Chromium: first content of the queue, and a decision on the screen of another person. */
export async function benchPage(): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) return [];
  const daemon = await startDaemon();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const subject = await holdMany(daemon, HELD);
    const token = daemon.operatorToken;
    const { url } = await daemon.must(token, api.operatorCreatePageLink, { id: 'bench@example.com' });
    const signedIn = await browser.newContext({ viewport: WIDE });
    const page = await signedIn.newPage();
    await page.goto(url);
    await page.locator('.entry').first().waitFor();
    const withoutScripts = await browser.newContext({ viewport: WIDE, javaScriptEnabled: false });
    return [
      await firstContent(new URL('/app/', url).href, signedIn, withoutScripts),
      await decision(daemon, subject, new URL('/app/', url).href, signedIn),
    ];
  } finally {
    await browser.close();
    await daemon.stop();
  }
}

/** Resolves with the time since the navigation began, in the frame in which an element is there. */
const WATCH = `(selector) => new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(selector)) return;
    watcher.disconnect();
    requestAnimationFrame(() => resolve(performance.now()));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true });
  look();
})`;

async function firstContent(
  url: string,
  signedIn: BrowserContext,
  withoutScripts: BrowserContext,
): Promise<Figure> {
  await signedIn.addInitScript(`window.firstRow = (${WATCH})('.entry')`);
  const queue = async () => {
    const page = await signedIn.newPage();
    await page.goto(url);
    const time = await page.evaluate<number>('window.firstRow');
    await page.close();
    return time;
  };
  const empty = async () => {
    const page = await withoutScripts.newPage();
    await page.goto(url);
    const paints = () =>
      page.evaluate<number[]>(
        "performance.getEntriesByName('first-contentful-paint').map((entry) => entry.startTime)",
      );
    let [time] = await paints();
    while (time === undefined) [time] = await paints();
    await page.close();
    return time;
  };
  await queue();
  await empty();
  const { ours, reference, ratio } = await inTurn(ROUNDS, queue, empty);
  return {
    name: 'page: first held message in the queue',
    value: ratio,
    unit: 'x',
    goal: { atMost: 4 },
    detail: `${ours.toFixed(0)} ms, the same page without its script ${reference.toFixed(0)} ms; ${HELD} held, files cached`,
  };
}

/** From the reply to a decision, which follows its commit, to the changed row in another window. */
async function decision(
  daemon: RunningDaemon,
  { admin, mailboxes: [mailbox] }: Subject,
  url: string,
  signedIn: BrowserContext,
): Promise<Figure> {
  const page = await signedIn.newPage();
  await page.goto(url);
  await page.getByText('live', { exact: true }).waitFor();
  await page.locator('.entry').first().waitFor();
  const { messages } = await daemon.must(admin, api.listMessages, {
    id: mailbox?.id ?? '',
    status: 'quarantined',
    sort: 'oldest',
    limit: DECISIONS,
  });
  const times: number[] = [];
  for (const { id } of messages) {
    const shown = page.evaluate<number>(`(${WATCH})('.entry.over').then(() => Date.now())`);
    await daemon.must(admin, api.blockMessage, { id });
    const committed = Date.now();
    times.push(Math.max(0, (await shown) - committed));
    await page.keyboard.press('c');
    await page.locator('.entry.over').waitFor({ state: 'detached' });
  }
  await page.close();
  return {
    name: 'page: a decision on another screen, p95',
    value: percentile(times, 0.95),
    unit: 'ms',
    goal: { atMost: 100 },
    detail: `after the reply to it; median ${median(times).toFixed(0)} ms, ${times.length} decisions`,
  };
}
