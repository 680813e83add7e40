import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { needsPrograms } from '../../support/needs.ts';
import { barriers, chooseFolder, pageVisits } from '../../support/page-browser.ts';
import { reviewScenes, type Scene } from '../../support/review-scene.ts';
import { createTenant, sharedService } from '../../support/service.ts';

/** People write mail and set up mailboxes and agents on the page, in a real browser. */

const chromium = findChromium();

describe('writing and setting up on the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const newScene = reviewScenes(service);
  const visit = pageVisits(service, chromium ?? '');

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const entry = (page: Page, name: string) => page.locator('.entry').getByRole('link', { name });

  async function sentTo({ admin, mailbox }: Scene) {
    const query = { id: mailbox.id, direction: 'outbound' } as const;
    return (await service.must(admin, api.listMessages, query)).messages;
  }

  it('answers a message, stars it, labels it and marks it as read', async () => {
    const scene = await newScene();
    await service.deliver({ from: 'ann@example.com', to: scene.mailbox.address, subject: 'Lunch?' });
    await service.drain();
    const { page, complaints } = await visit(scene.accountId, { path: '/mail' });
    await entry(page, 'Lunch?').click();
    await button(page, 'Reply').click();
    const dialog = page.getByRole('dialog', { name: 'Reply' });
    await dialog.getByText('To ann@example.com').waitFor();
    await dialog.getByLabel('Text').fill('Gladly.');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Star').click();
    await page.getByRole('button', { name: 'Star', pressed: true }).waitFor();
    await button(page, 'Labels').click();
    await page.getByLabel('Labels, separated by commas').fill('food, friends');
    await button(page, 'Save').click();
    await page.locator('.entry').getByText('friends').waitFor();
    await button(page, 'Mark as read').click();
    await button(page, 'Mark as read').waitFor({ state: 'detached' });
    const [answer] = await sentTo(scene);
    expect(answer).toMatchObject({ subject: 'Re: Lunch?', recipient: 'ann@example.com' });
    const { messages } = await service.must(scene.agent, api.listMessages, { id: scene.mailbox.id });
    const mail = messages.find(({ direction }) => direction === 'inbound');
    expect(mail).toMatchObject({ starred: true, labels: ['food', 'friends'], read_at: expect.any(String) });
    expect(complaints).toEqual([]);
  });

  it('keeps a draft while a person types, and schedules it', async () => {
    const scene = await newScene();
    const { page, complaints } = await visit(scene.accountId, { path: '/mail' });
    await page.locator('.filters').waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New message' });
    await dialog.getByLabel('To').fill('ann@example.com');
    await dialog.getByLabel('Subject').fill('The offer');
    await dialog.getByLabel('Text').fill('Dear Ann,');
    await dialog.getByText('Saved as a draft.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await chooseFolder(page, 'Drafts');
    await entry(page, 'The offer').click();
    await button(page, 'Edit').click();
    // The time zone of the browser is UTC.
    const time = new Date(service.clock.now() + 30 * DAY).toISOString().slice(0, 16);
    const edit = page.getByRole('dialog', { name: 'Edit draft' });
    await edit.getByLabel('Text').fill('Dear Ann, here it is.');
    await edit.getByText('Send later').click();
    await edit.getByLabel('When').fill(time);
    await edit.getByRole('button', { name: 'Schedule' }).click();
    await edit.waitFor({ state: 'detached' });
    await chooseFolder(page, 'Scheduled');
    await entry(page, 'The offer').waitFor();
    const { drafts } = await service.must(scene.admin, api.listDrafts, { id: scene.mailbox.id });
    expect(drafts).toHaveLength(1);
    expect(Date.parse(drafts[0]?.send_at ?? '')).toBe(Date.parse(`${time}Z`));
    expect(complaints).toEqual([]);
  });

  it('leads a newcomer from no mailbox to a guarded one with an agent, and shows its key once', async () => {
    const tenant = await createTenant(service, { email: 'new@example.com', tier: 'pro', mailbox: 'first' });
    await service.must(tenant.admin, api.deleteMailbox, { id: tenant.mailbox.id });
    const { page, complaints } = await visit(tenant.accountId);
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await button(page, 'Create a mailbox').click();
    await page.getByLabel('Name, before the @').fill('helper');
    await button(page, 'Create').click();
    await page.getByText('Guarded', { exact: true }).waitFor();
    await button(page, 'Create an agent key').click();
    await button(page, 'Create').click();
    const key = await page.getByRole('note', { name: 'Agent key' }).textContent();
    expect(await page.getByRole('note', { name: 'Line for Claude Code' }).textContent()).toContain(key);
    expect(await barriers(page)).toEqual([]);
    const me = await service.must(key ?? '', api.getCaller);
    expect(me).toMatchObject({ role: 'agent' });
    await button(page, 'Done').click();
    await expect.poll(() => page.getByText('Done', { exact: true }).count()).toBe(2);
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(key);
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('makes an open mailbox guarded, and goes anywhere by the keyboard', async () => {
    const scene = await newScene();
    await service.must(scene.admin, api.updateMailbox, { id: scene.mailbox.id, hitl_mode: 'disabled' });
    const { page } = await visit(scene.accountId);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to or search' }).fill('start');
    await page.keyboard.press('Enter');
    await page.getByText('Agents send without approval').waitFor();
    await button(page, /^Make it guarded/).click();
    await page.getByText('Guarded', { exact: true }).waitFor();
    const policy = await service.must(scene.admin, api.getMailboxPolicy, { id: scene.mailbox.id });
    expect(policy).toMatchObject({ hitl_mode: 'all_outbound', recipient_policy_mode: 'allowlist' });
    await service.deliver({ from: 'ann@example.com', to: scene.mailbox.address, subject: 'Invoice 7' });
    await service.drain();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to or search' }).fill('invoice');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('option', { name: 'Search mail for “invoice”' }).click();
    await entry(page, 'Invoice 7').waitFor();
  });
});
