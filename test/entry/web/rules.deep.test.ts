import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { agentmail } from '../../support/cli.ts';
import { codeFor, PHONE, withSms, withTotp } from '../../support/factors.ts';
import { needsPrograms } from '../../support/needs.ts';
import { barriers, keepPicture, pageVisits, SCREENS } from '../../support/page-browser.ts';
import { newestCode, openSession, outbox, PASSWORD } from '../../support/people.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

/** People read and change the rules of their mailboxes on the page, in a real browser. */

const chromium = findChromium();

describe('the rules on the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  const visit = pageVisits(service, chromium ?? '');
  let tenants = 0;

  async function newTenant(): Promise<Tenant> {
    tenants += 1;
    const tenant = await createTenant(service, {
      email: `rules${tenants}@example.com`,
      tier: 'pro',
      mailbox: 'helper',
    });
    await service.must(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, approval_expiry: '24h' });
    return tenant;
  }

  const rulesOf = ({ mailbox }: Tenant) => `/rules/${mailbox.id}`;
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const policyOf = (tenant: Tenant) =>
    service.must(tenant.admin, api.getMailboxPolicy, { id: tenant.mailbox.id });

  async function newestToken(): Promise<string> {
    const [mail] = await outbox(service, { purpose: 'password_reset' });
    return /Your token is (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  async function choose(page: Page, current: string, wanted: string): Promise<void> {
    await button(page, `Change: ${current}`).click();
    await page.getByRole('radio', { name: wanted }).check();
    await button(page, /^Save$/).click();
  }

  it('loosens a rule with the password, after a wrong one', async () => {
    const tenant = await newTenant();
    await openSession(service, tenant.accountId);
    await service.must(tenant.admin, api.updateMailbox, {
      id: tenant.mailbox.id,
      agent_authoring_mode: 'read_only',
    });
    const { page, complaints } = await visit(tenant.accountId, { path: '/rules' });
    await page.getByText('Agents of helper may read, and write nothing.').waitFor();
    await page.getByRole('link', { name: tenant.mailbox.address }).click();
    await choose(page, 'Agents may read, and write nothing.', 'Agents may write drafts, and you send them.');
    await page.getByLabel('Password').fill('not the password');
    await button(page, 'Confirm').click();
    await page.getByText('The password is wrong.').waitFor();
    await keepPicture(page, 'proof-wide');
    expect((await policyOf(tenant)).agent_authoring_mode).toBe('read_only');
    await page.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Confirm').click();
    await button(page, 'Change: Agents may write drafts, and you send them.').waitFor();
    expect((await policyOf(tenant)).agent_authoring_mode).toBe('draft_only');
    expect(complaints).toEqual([]);
  });

  it('loosens nothing when the proof is cancelled', async () => {
    const tenant = await newTenant();
    await openSession(service, tenant.accountId);
    const { page } = await visit(tenant.accountId, { path: rulesOf(tenant) });
    await choose(
      page,
      'A message that waits for you expires after 24 hours.',
      'A message that waits for you never expires.',
    );
    await page.getByRole('dialog', { name: "Confirm that it's you" }).getByText('Cancel').click();
    await page.getByRole('dialog', { name: 'Sending' }).getByText('Cancel').click();
    await button(page, 'Change: A message that waits for you expires after 24 hours.').waitFor();
    expect((await policyOf(tenant)).approval_expiry).toBe('24h');
  });

  it('takes the code of an authenticator app', async () => {
    const tenant = await newTenant();
    const { secret } = await withTotp(service, await openSession(service, tenant.accountId));
    const { page } = await visit(tenant.accountId, { path: rulesOf(tenant), screen: 'phone' });
    await choose(
      page,
      'A message that waits for you expires after 24 hours.',
      'A message that waits for you never expires.',
    );
    await page.getByLabel('Code from your authenticator app').fill(codeFor(service, secret));
    await keepPicture(page, 'proof-phone');
    await button(page, 'Confirm').click();
    await button(page, 'Change: A message that waits for you never expires.').waitFor();
  });

  it('takes the code of a text message, which is bound to the change', async () => {
    const tenant = await newTenant();
    await withSms(service, await openSession(service, tenant.accountId));
    const { page } = await visit(tenant.accountId, { path: rulesOf(tenant) });
    await choose(
      page,
      'A message that waits for you expires after 24 hours.',
      'A message that waits for you never expires.',
    );
    await page.getByText('We sent a code to').waitFor();
    await page.getByLabel('Code from the text message').fill(await newestCode(service, 'sms', PHONE));
    await button(page, 'Confirm').click();
    await button(page, 'Change: A message that waits for you never expires.').waitFor();
  });

  it('sets the first password where there is none, and makes the change with it', async () => {
    const tenant = await newTenant();
    const { page } = await visit(tenant.accountId, { path: rulesOf(tenant) });
    await choose(
      page,
      'A message that waits for you expires after 24 hours.',
      'A message that waits for you never expires.',
    );
    await page.getByText(/^agentmail operator accounts password rules\d+@example\.com$/).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Set a password' });
    await dialog.getByRole('button', { name: 'Email me a token' }).click();
    const token = dialog.getByLabel('Token from the email');
    await token.fill('not the token');
    await dialog.getByLabel('New password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Set the password' }).click();
    await dialog.getByRole('alert').waitFor();
    await token.fill(await newestToken());
    await dialog.getByRole('button', { name: 'Set the password' }).click();
    await button(page, 'Change: A message that waits for you never expires.').waitFor();
    expect((await policyOf(tenant)).approval_expiry).toBe('never');
  });

  it('takes proof to turn review off, and to let agents delete', async () => {
    const tenant = await newTenant();
    await openSession(service, tenant.accountId);
    await service.must(tenant.admin, api.updateMailbox, { id: tenant.mailbox.id, hitl_mode: 'all_outbound' });
    const { page, complaints } = await visit(tenant.accountId, { path: rulesOf(tenant) });
    const off = 'Agents send without your review.';
    await choose(page, 'Everything that agents send waits for you.', off);
    const proof = page.getByRole('dialog', { name: "Confirm that it's you" });
    await proof.getByText('Cancel').click();
    expect((await policyOf(tenant)).hitl_mode).toBe('all_outbound');
    await button(page, /^Save$/).click();
    await proof.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Confirm').click();
    await button(page, `Change: ${off}`).waitFor();
    await page.getByRole('link', { name: 'Rules' }).click();
    await button(page, 'Allow').click();
    await proof.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Confirm').click();
    await button(page, 'Forbid').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows a changed rule in another window and in the terminal', async () => {
    const tenant = await newTenant();
    const mine = await visit(tenant.accountId, { path: rulesOf(tenant) });
    const other = await visit(tenant.accountId, { path: rulesOf(tenant), dark: true });
    await mine.page.getByText('Allowlist of helper').click();
    await mine.page.getByLabel('Address or @domain').first().fill('ann@example.com');
    await mine.page.getByLabel('Address or @domain').first().press('Enter');
    await button(mine.page, 'Remove ann@example.com').waitFor();
    await choose(
      mine.page,
      "helper may write to anyone who isn't suppressed.",
      'helper may write to the addresses on its allowlist.',
    );
    for (const { page } of [mine, other])
      await page.getByText('helper may write to 1 address; agents send without your review.').waitFor();
    await keepPicture(other.page, 'rules-dark');
    const shown = await agentmail(['policy', 'show', '-m', 'helper'], {
      home: service.home,
      env: { AGENTMAIL_KEY: tenant.admin },
    });
    expect(shown.json<{ recipient_policy_mode: string }>().recipient_policy_mode).toBe('allowlist');
    expect([...mine.complaints, ...other.complaints]).toEqual([]);
  });

  it('shows each gate of a dry run', async () => {
    const tenant = await newTenant();
    await service.must(tenant.admin, api.updateMailbox, {
      id: tenant.mailbox.id,
      agent_send_policy: 'restricted',
    });
    const { page } = await visit(tenant.accountId, { path: rulesOf(tenant) });
    await page.getByLabel('To', { exact: true }).fill('ann@example.com');
    await button(page, 'Check').click();
    await page.getByRole('cell', { name: 'refused' }).first().waitFor();
    await page.getByLabel('Sent by you, and not by an agent').check();
    await button(page, 'Check').click();
    await page.getByRole('cell', { name: 'refused' }).first().waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'pass' }).first().waitFor();
    await keepPicture(page, 'dry-run');
  });

  it('sets the hours in which agents may send', async () => {
    const tenant = await newTenant();
    const { page } = await visit(tenant.accountId, { path: rulesOf(tenant) });
    await button(page, 'Change: Agents may send at any time.').click();
    await page.getByLabel('Only at these times').check();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await button(page, /^Save$/).click();
    await page
      .getByText('Agents may send Mon, Tue, Wed, Thu, Fri from 09:00 to 17:00 (Europe/Berlin).')
      .waitFor();
    expect((await policyOf(tenant)).send_window).toMatchObject({ outside_action: 'require_approval' });
  });

  it.each([
    ['wide', false],
    ['phone', true],
  ] as const)('has no barrier that axe-core knows (%s, dark: %s)', async (screen, dark) => {
    const tenant = await newTenant();
    await service.must(tenant.admin, api.addAllowlistEntry, {
      mailboxId: tenant.mailbox.id,
      email: 'ann@example.com',
    });
    const { page, complaints } = await visit(tenant.accountId, { path: '/rules', screen, dark });
    await page.getByText('The whole account').waitFor();
    await page.getByText('Blocked senders (0 addresses)').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: tenant.mailbox.address }).click();
    await page.getByText('Allowlist of helper (1 address)').click();
    await page.getByLabel('To', { exact: true }).fill('ann@example.com');
    await button(page, 'Check').click();
    await page.getByRole('cell', { name: 'pass' }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `rules-${screen}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SCREENS[screen].width);
    await button(page, 'Change: Agents send without your review.').click();
    await page.getByRole('dialog').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
