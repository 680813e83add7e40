import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it, onTestFinished } from 'vitest';
import { findChromium } from '../support/browser.ts';
import { needsPrograms } from '../support/needs.ts';
import { PageBrowser } from '../support/page-browser.ts';
import { createAgent, createTenant, startService } from '../support/service.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client/index.js');
const MOST_BYTES = 15_000;
const PROGRAM = `import { AgentMail } from ${JSON.stringify(CLIENT)};
const { url, key, mailbox } = window.settings;
const mail = new AgentMail({ url, key });
window.result = (async () => {
  const events = mail.events.stream({ events: ['message.received'] });
  const first = events.next();
  const waiting = mail.messages.waitFor({ mailbox: mailbox.name, timeout: 240 });
  const sent = await mail.messages.send({ from_mailbox: mailbox.name, to: mailbox.address, subject: 'Hi', body: 'Hello.' });
  const message = await waiting;
  const { value } = await first;
  await events.return();
  return [sent.status, message.subject, message.body.content.trim(), value.data.subject];
})();`;

async function bundled(): Promise<string> {
  const build = await rolldown({
    input: 'program',
    platform: 'browser',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? id : null),
        load: (id) => (id === 'program' ? PROGRAM : null),
      },
    ],
  });
  const { output } = await build.generate({ minify: true });
  return output[0].code;
}

it('has at most 15 KB, compressed, in a program for browsers', async () => {
  expect(gzipSync(await bundled()).length).toBeLessThan(MOST_BYTES);
});

const chromium = findChromium();
it(
  'sends, waits and follows events in a browser',
  needsPrograms({ chromium: chromium !== null }),
  async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const url = service.daemon.runtime.http;
    const browser = await PageBrowser.launch(chromium ?? '');
    onTestFinished(() => browser.close());
    // Any page of the daemon's origin: it answers no cross-origin requests.
    const { page, complaints } = await browser.open(`${url}/llms.txt`);
    const key = await createAgent(service, admin, mailbox.id);
    await page.evaluate((settings) => Object.assign(globalThis, { settings }), { url, key, mailbox });
    await page.addScriptTag({ content: await bundled(), type: 'module' });
    const result = await page.evaluate('window.result');
    expect(result).toEqual(['sent', 'Hi', 'Hello.', 'Hi']);
    expect(complaints).toEqual([]);
  },
);
