import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { createTenant, sharedService, type Tenant, temporaryHome } from '../../support/service.ts';

const GERMAN =
  'Sehr geehrte Damen und Herren, vielen Dank für Ihre Nachricht. Wir melden uns in den nächsten Tagen bei Ihnen.';
const HINT = 'To accept all languages: agentmail mailboxes update';

const service = sharedService();
let tenant: Tenant;
let options: { home: string; env: Record<string, string> };

beforeAll(async () => {
  tenant = await createTenant(service, { email: 'box@example.com', tier: 'pro', mailbox: 'box' });
  options = {
    home: temporaryHome(),
    env: { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: tenant.admin, NO_COLOR: '1' },
  };
});

const run = (...argv: string[]) => agentmail(argv, options);
const onTerminal = (...argv: string[]) => agentmail(argv, { ...options, terminal: 200 });
const modeOf = async (name: string) =>
  (await run('mailboxes', 'show', name)).json<{ scanner_policy: { language_mode?: string } | null }>()
    .scanner_policy?.language_mode;

/** State and id of German mail that came in. */
async function arrived(address: string) {
  const mail = { from: 'ann@example.org', to: address, subject: 'Anfrage', text: GERMAN };
  const id = /([0-9a-f-]{36})/.exec(await service.deliver(mail))?.[1] ?? '';
  await service.drain();
  const { state } = (await run('messages', 'show', id)).json<{ state: string }>();
  return { id, state };
}

describe('the languages of a mailbox', () => {
  it('are English by default, which its making and the held message say', async () => {
    const made = await onTerminal('mailboxes', 'create', 'plain');
    expect(made.stdout).toContain('agentmail mailboxes update plain --languages all');
    const { address } = (await run('mailboxes', 'show', 'plain')).json<{ address: string }>();
    const { id, state } = await arrived(address);
    expect(state).toBe('quarantined');
    for (const ran of [await onTerminal('messages', 'show', id), await onTerminal('review', 'show', id)]) {
      expect(ran.stdout).toContain("It isn't in English, and this mailbox holds other languages.");
      expect(ran.stdout).toContain('(scan:language_policy)');
      expect(ran.stdout).toContain(`${HINT} plain --languages all`);
    }
    expect((await run('messages', 'show', id)).json()).toMatchObject({
      hold_context: { summary_reasons: ['scan:language_policy'] },
    });
  });

  it.each([
    ['all', 'allow_all_languages', 'available'],
    ['off', 'disabled', 'available'],
    ['english', undefined, 'quarantined'],
  ])('are named when it is made: %s', async (languages, mode, state) => {
    const name = `made-${languages}`;
    const made = (await run('mailboxes', 'create', name, '--languages', languages)).json<{
      address: string;
    }>();
    expect(await modeOf(name)).toBe(mode);
    expect((await arrived(made.address)).state).toBe(state);
  });

  it('are changed later, with the rest of the scanner policy left alone', async () => {
    await run('mailboxes', 'update', 'box', '--scanner-policy', '{"disabled_scanners":["secrets"]}');
    const { stdout } = await onTerminal('mailboxes', 'update', 'box', '--languages', 'all');
    expect(stdout).toMatch(/languages +all/);
    expect((await run('mailboxes', 'show', 'box')).json()).toMatchObject({
      scanner_policy: { language_mode: 'allow_all_languages', disabled_scanners: ['secrets'] },
    });
    const both = ['--languages', 'all', '--scanner-policy', 'null'];
    expect((await run('mailboxes', 'update', 'box', ...both)).exit).toBe(2);
    expect((await run('mailboxes', 'update', 'box', '--languages', 'french')).exit).toBe(2);
  });

  it('of new mailboxes are the setting of the owner, who changes no mailbox that exists', async () => {
    await run('mailboxes', 'create', 'before');
    await service.operator(api.updateSettings, { 'scanning.languages': 'all' });
    const made = await onTerminal('mailboxes', 'create', 'after');
    expect(made.stdout).not.toContain('--languages');
    expect([await modeOf('before'), await modeOf('after')]).toEqual([undefined, 'allow_all_languages']);
    await run('mailboxes', 'create', 'named', '--languages', 'english', '--guarded');
    expect(await modeOf('named')).toBeUndefined();
    await service.operator(api.updateSettings, { 'scanning.languages': null });
  });
});
