import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openViewer } from '../../../../cli/machine/process/viewer.ts';
import * as api from '../../../support/api.ts';
import { reviewScenes } from '../../../support/review-scene.ts';
import { setMailbox, sharedService } from '../../../support/service.ts';
import { allowFiles, stage } from '../../../support/uploads.ts';

/** Keys and mouse actions other than decisions: point, copy, open, edit, suspend. */

const service = sharedService();
const scene = reviewScenes(service);

// undo.test.ts is about decisions that wait.
beforeAll(() => service.operator(api.updateSettings, { 'review.undo_seconds': 0 }));

const click = (column: number, row: number) => `\u001b[<0;${column};${row}M`;
const wheelDown = (column: number, row: number) => `\u001b[<65;${column};${row}M`;
const CTRL_Z = '\u001a';

test('a click selects a row, the wheel scrolls the pane under it, and M gives the mouse back', async () => {
  const { hold, open } = await scene();
  await hold('The second', { body: `the start\n${'line\n'.repeat(80)}` });
  await hold('The first', { body: 'text of the first' });
  const reviewer = open();
  const lines = await reviewer.sees('text of the first', 'live');
  expect(reviewer.screen().reportsMouse).toBe(true);
  const row = lines.findIndex((line) => line.includes('The second'));
  reviewer.press(click(5, row + 1), `\u001b[<0;5;${row + 1}m`);
  await reviewer.sees('the start', '2 of 2');
  reviewer.press(wheelDown(100, 10));
  await reviewer.sees('lines 4 to');
  reviewer.press(click(100, 10));
  await reviewer.sees('h list');
  reviewer.press(`\u001b[<64;5;5M`);
  await reviewer.sees('text of the first', '1 of 2');
  reviewer.press('M');
  await reviewer.sees('Mouse off');
  expect(reviewer.screen().reportsMouse).toBe(false);
  reviewer.press('M');
  await reviewer.sees('Mouse on');
  reviewer.press('q');
  await reviewer.ended;
  expect([reviewer.screen().reportsMouse, reviewer.screen().isAlternate]).toEqual([false, false]);
});

test('the mouse stays with the terminal from the start with --mouse-off', async () => {
  const { hold, open } = await scene();
  await hold('One');
  const reviewer = open({ words: ['--mouse-off'] });
  await reviewer.sees('One', 'live');
  expect(reviewer.written()).not.toContain('\u001b[?1000h');
});

test('y copies the id, and shows it for terminals that do not', async () => {
  const { hold, open } = await scene();
  const id = await hold('One');
  const reviewer = open();
  await reviewer.sees('One', 'live');
  reviewer.press('y');
  await reviewer.sees(`Copied, if the terminal allows it: ${id}`);
  expect(reviewer.screen().clipboard).toBe(id);
});

test('e edits in the editor while the terminal is its own, and sends after a yes', async () => {
  const { hold, open, stateOf } = await scene();
  const id = await hold('To be edited');
  const during: unknown[] = [];
  const reviewer = open({
    edit: async (text) => {
      during.push(reviewer.screen().isAlternate, reviewer.screen().reportsMouse);
      return text.replace('All is well.', 'All is fine.');
    },
    line: async (question) => {
      during.push(question);
      return 'y';
    },
  });
  await reviewer.sees('All is well.', 'live');
  reviewer.press('e');
  await reviewer.sees('Replaced by your edit.', 'edited: To be edited');
  expect(during).toEqual([false, false, 'Send "To be edited" to ann@example.com? [y/N] ']);
  expect([await stateOf(id), reviewer.screen().isAlternate]).toEqual(['blocked', true]);
  reviewer.press('e');
  await reviewer.sees('Already decided.');
  reviewer.press('q');
  expect(await reviewer.ended).toBe(0);
});

test('an edit that is given up leaves the message as it was, and keys go on', async () => {
  const { hold, open, stateOf } = await scene();
  const id = await hold('One');
  const reviewer = open({ edit: async (text) => text, line: async () => 'n' });
  await reviewer.sees('All is well.', 'live');
  reviewer.press('e');
  await reviewer.sees('Nothing was changed. Nothing was sent');
  expect(await stateOf(id)).toBe('pending_review');
  reviewer.press('a');
  await reviewer.sees('sent: One');
});

test('Ctrl-Z gives the terminal back as it was, and the screen comes again', async () => {
  const { hold, open } = await scene();
  await hold('One');
  const during: unknown[] = [];
  const reviewer = open({
    suspend: async () => {
      const { isAlternate, reportsMouse, isCursorHidden } = reviewer.screen();
      during.push(isAlternate, reportsMouse, isCursorHidden);
    },
  });
  await reviewer.sees('One', 'live');
  reviewer.press(CTRL_Z);
  await reviewer.until(() => during.length > 0 && reviewer.screen().reportsMouse);
  await reviewer.sees('One', 'live');
  expect(during).toEqual([false, false, false]);
});

test('o opens an attachment in another program, asks about a risky one, and never opens a program', async () => {
  const { agent, admin, mailbox, accountId, open } = await scene();
  const tenant = { admin, mailbox, accountId };
  await allowFiles(service, tenant);
  await setMailbox(service, tenant, {
    attachment_exposure_mode: 'raw_download_selected_types',
    attachment_allowed_file_families: ['csv'],
  });
  const files = [
    await stage(service, agent, tenant, { filename: 'numbers.csv' }),
    await stage(service, agent, tenant, { filename: 'run.sh', content: '#!/bin/sh\necho hi\n' }),
  ];
  await service.call(agent, api.send, {
    from_mailbox: mailbox.id,
    to: 'ann@example.com',
    subject: 'With files',
    body: 'See the files.',
    attachment_ids: files.map(({ body }) => body.id),
  });
  const shown: unknown[] = [];
  const reviewer = open({
    viewer: async () => ({
      show: async (ending, content) => {
        shown.push([ending, Buffer.from(content).toString()]);
        return true;
      },
      close: async () => {
        shown.push('closed');
      },
    }),
  });
  await reviewer.sees('See the files.', 'live', 'numbers.csv');
  reviewer.press('o');
  await reviewer.sees('Open: 1 numbers.csv  2 run.sh');
  reviewer.press('2');
  await reviewer.sees('Not opened: it may be a program.', 'agentmail attachments download');
  reviewer.press('o', '1');
  await reviewer.sees('Opened numbers.csv in another program');
  reviewer.press('q');
  await reviewer.ended;
  expect(shown).toEqual([['csv', 'week,count\n1,12\n'], 'closed']);
});

test('o says what a key may not have: HTML is for a signed-in person', async () => {
  const { hold, open } = await scene();
  await hold('With HTML', { html: '<p>All is <b>well</b>.</p>' });
  const reviewer = open({ viewer: async () => ({ show: async () => true, close: async () => undefined }) });
  await reviewer.sees('With HTML', 'live', 'All is well.');
  reviewer.press('o', 'h');
  await reviewer.sees('signed-in');
});

test('files for other programs are private, named by their type, and removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-viewer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const viewer = openViewer(folder, 'linux');
  await viewer.show('txt', Buffer.from('text'));
  const [own = ''] = readdirSync(folder);
  const file = join(folder, own, '1.txt');
  expect([statSync(join(folder, own)).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  await viewer.close();
  expect(existsSync(join(folder, own))).toBe(false);
});
