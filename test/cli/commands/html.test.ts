import { beforeAll, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { reviewScenes, type Scene } from '../../support/review-scene.ts';
import { sharedService } from '../../support/service.ts';

/** Commands that show a message show what its HTML says. */

const service = sharedService();
const scenes = reviewScenes(service);
let scene: Scene;
let id: string;

beforeAll(async () => {
  scene = await scenes();
  await service.call(scene.admin, api.updateMailbox, { id: scene.mailbox.id, display_name: 'Billing' });
  id = await scene.hold('Bill', { body: 'Pay 100 to Ann.', html: '<p>Pay 900 to Eve\u202e.</p>' });
});

const run = (words: readonly string[], terminal?: number) =>
  agentmail(words, {
    home: service.home,
    env: { AGENTMAIL_KEY: scene.admin, AGENTMAIL_URL: service.daemon.runtime.http, NO_COLOR: '1' },
    ...(terminal !== undefined && { terminal }),
  });

test.each([[['review', 'show']], [['messages', 'show']]])('%j shows both', async (words) => {
  const { stdout } = await run([...words, id], 100);
  expect(stdout).toMatch(
    /Pay 100 to Ann\.\n\nThe HTML, which mail programs show instead, reads:.*\nPay 900 to Eve\\u\{202e\}\./,
  );
});

test('review show names the sender as the recipient will see it, and the queue marks HTML', async () => {
  const from_display = `Billing <${scene.mailbox.address}>`;
  expect((await run(['review', 'show', id])).json()).toMatchObject({ from_display, has_html: true });
  expect((await run(['review', 'show', id], 100)).stdout).toContain(from_display);
  expect((await run(['review', 'list'], 140)).stdout).toContain('Bill [html]');
});
