import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { findChromium } from '../../support/browser.ts';
import { codeFor, withTotp } from '../../support/factors.ts';
import { needsPrograms } from '../../support/needs.ts';
import { keepPicture, PageBrowser, SCREENS } from '../../support/page-browser.ts';
import { createPerson, newestCode, outbox, PASSWORD, signIn } from '../../support/people.ts';
import { type Service, sharedService } from '../../support/service.ts';

/** People sign in to the page in a real browser, on a wide screen and on a phone's. */

const chromium = findChromium();

describe('signing in to the page', needsPrograms({ chromium: chromium !== null }), () => {
  const service = sharedService();
  let browser: PageBrowser;
  beforeAll(async () => {
    browser = await PageBrowser.launch(chromium ?? '');
  });
  afterAll(() => browser.close());
  const url = () => `${service.daemon.runtime.http}/`;

  describe.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])('on a %s screen', (screen) => {
    it('takes a password, and ends the session on sign-out', async () => {
      const { email } = await createPerson(service, { email: `password-${screen}@example.com` });
      const { page, complaints } = await browser.open(url(), { screen });
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill('not the password');
      await keepPicture(page, `sign-in-${screen}`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('The email address, password or code is wrong.').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Password').press('Enter');
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await keepPicture(page, `account-${screen}`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to agentmail' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in to agentmail' }).waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  });

  it('takes an emailed code', async () => {
    const email = 'code@example.com';
    await service.operator(api.operatorCreateAccount, { email });
    const { page, complaints } = await browser.open(url());
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByText('If this account signs in by email, a code was sent.').waitFor();
    await page.getByLabel('Code from the email').fill(await newestCode(service, 'email', email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('asks for the second factor', async () => {
    const { email } = await createPerson(service, { email: 'factor@example.com' });
    const { secret } = await withTotp(service, await signIn(service, email));
    const { page, complaints } = await browser.open(url());
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByLabel('Code from your authenticator app, or a recovery code')
      .fill(codeFor(service, secret));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('authenticator app', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('sets a forgotten password', async () => {
    const { email } = await createPerson(service, { email: 'forgot@example.com' });
    const { page } = await browser.open(url());
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Email me a token' }).click();
    await page.getByText('we sent it an email with a token').waitFor();
    const [mail] = await outbox(service, { purpose: 'password_reset', to: email });
    await page.getByLabel('Token from the email').fill(/token is (\S+)/.exec(mail?.text ?? '')?.[1] ?? '');
    await page.getByLabel('New password').fill('another quiet evening');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Password set. Sign in with it.').waitFor();
    await page.getByLabel('Password').fill('another quiet evening');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.context().close();
  });

  it('takes the link of the operator once, and leaves no trace of it in the address', async () => {
    const { email } = await createPerson(service, { email: 'link@example.com' });
    const link = await linkFor(service, email);
    const { page, complaints } = await browser.open(link);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(page.url()).not.toContain('#');
    expect(complaints).toEqual([]);
    const other = await browser.open(link);
    await other.page.getByText('This link has expired or was used. Run agentmail open again.').waitFor();
    await page.context().close();
    await other.page.context().close();
  });

  it('shows the form in the place of a view whose session has ended, and the view after it', async () => {
    const { email } = await createPerson(service, { email: 'ended@example.com' });
    const first = await browser.open(await linkFor(service, email));
    const second = await browser.open(await linkFor(service, email));
    for (const { page } of [first, second]) await page.getByRole('link', { name: 'Account' }).click();
    await first.page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await second.page.getByRole('button', { name: /^End/ }).click();
    await second.page.getByRole('button', { name: /^End/ }).waitFor({ state: 'detached' });
    await first.page.reload();
    await first.page.getByRole('heading', { name: 'Sign in to agentmail' }).waitFor();
    expect(new URL(first.page.url()).pathname).toBe('/app/account');
    for (const { page } of [first, second]) await page.context().close();
  });
});

async function linkFor(service: Service, account: string): Promise<string> {
  return (await service.operator(api.operatorCreatePageLink, { id: account })).body.url;
}
