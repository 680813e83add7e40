import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { openMailboxDesk } from '../../support/mailbox-desk.ts';
import { codeOf, createAgent, createTenant, unchecked } from '../../support/service.ts';

const desk = openMailboxDesk();

const GUARDED = {
  hitl_mode: 'all_outbound',
  recipient_policy_mode: 'allowlist',
  agent_send_policy: 'restricted',
  agent_send_containment: true,
  allow_thread_replies: false,
  participant_authentication: 'authenticated',
  agent_quarantine_access: 'metadata',
  agent_release: 'never',
  agent_entries: 'strict',
};
let count = 0;

const create = (body: object) => {
  count += 1;
  return desk.service.call(desk.tenant.admin, api.createMailbox, { name: `guarded${count}`, ...body });
};
const read = async (id: string) => (await desk.service.call(desk.tenant.admin, api.getMailbox, { id })).body;

describe('a guarded mailbox', () => {
  it('is made at once, with an empty allowlist, and answers as any other', async () => {
    const made = await create({ preset: 'guarded' });
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).toSorted()).toEqual([
      'address',
      'display_name',
      'effective_from_display',
      'id',
      'name',
    ]);
    expect(await read(made.body.id)).toMatchObject(GUARDED);
  });

  it('lets agents write to its allowlist only, after a person approved', async () => {
    const { body: made } = await create({ preset: 'guarded' });
    const { service, tenant } = desk;
    const agent = await createAgent(service, tenant.admin, made.id);
    const send = () =>
      service.call(agent, api.send, {
        from_mailbox: made.id,
        to: 'ann@example.org',
        subject: 'Hello',
        body: 'The report is ready.',
      });
    expect((await send()).status).toBe(403);
    await service.deliver({ from: 'ann@example.org', to: made.address, subject: 'Hi', text: 'Hello there.' });
    await service.drain();
    const { body } = await service.call(agent, api.listMessages, { id: made.id });
    const forged = await service.call(agent, api.reply, { id: body.messages[0]?.id ?? '', body: 'Hi.' });
    expect(codeOf(forged)).toEqual([403, 'RECIPIENT_AGENT_CONTAINED']);
    await service.call(tenant.admin, api.addAllowlistEntry, { mailboxId: made.id, email: 'ann@example.org' });
    const held = await send();
    expect(held.body.status).toBe('pending_review');
    const approved = await service.call(tenant.admin, api.approveMessage, { id: held.body.message_id });
    expect(approved.body).toMatchObject({ status: 'sent' });
  });

  it('keeps what the account wants of new mailboxes where that is stricter', async () => {
    const { service } = desk;
    const { admin } = await createTenant(service, { email: 'strict@example.com', mailbox: 'strict' });
    await service.call(admin, api.updateAccountPolicy, { default_policy_mode: 'draft_only' });
    const body = { name: 'stricter', preset: 'guarded' };
    const made = await service.call(admin, api.createMailbox, unchecked(body));
    const shown = await service.call(admin, api.getMailbox, { id: made.body.id });
    expect(shown.body).toMatchObject({ ...GUARDED, agent_authoring_mode: 'draft_only' });
  });

  it.each([
    ['participant_authentication', 'any'],
    ['agent_quarantine_access', 'full'],
  ])('is not made with a %s beside the preset, and nothing is', async (field, value) => {
    const refused = await create({ preset: 'guarded', [field]: value });
    expect(codeOf(refused)).toEqual([400, 'VALIDATION_ERROR']);
    const { body } = await desk.service.call(desk.tenant.admin, api.listMailboxes);
    expect(body.mailboxes.map(({ name }) => name)).not.toContain(`guarded${count}`);
  });

  it('is what --guarded makes, and the audit says so', async () => {
    const { home } = desk.service;
    const env = {
      AGENTMAIL_URL: desk.service.daemon.runtime.http,
      AGENTMAIL_KEY: desk.tenant.admin,
      NO_COLOR: '1',
    };
    const made = await agentmail(['mailboxes', 'create', 'by-hand', '--guarded'], { home, env });
    expect(made.exit).toBe(0);
    const { id } = made.json<{ id: string }>();
    expect(await read(id)).toMatchObject(GUARDED);
    const audits = await desk.service.daemon.context.store.read
      .selectFrom('audit_log')
      .select(['kind', 'after'])
      .where('mailbox_id', '=', id)
      .execute();
    expect(audits.map(({ kind }) => kind)).toEqual(['mailbox.created']);
    expect(audits[0]?.after).toMatchObject({ preset: 'guarded' });
    const shown = await agentmail(['mailboxes', 'show', 'by-hand'], { home, env, terminal: 100 });
    expect(shown.stdout).toMatch(/participants +authenticated/);
    const twice = ['mailboxes', 'create', 'x', '--guarded', '--participants', 'any'];
    expect((await agentmail(twice, { home, env })).error()).toMatchObject({ code: 'USAGE' });
  });
});

describe('the switches of a new mailbox', () => {
  it('can be set by themselves', async () => {
    const { body: made } = await create({ participant_authentication: 'authenticated' });
    expect(await read(made.id)).toMatchObject({
      participant_authentication: 'authenticated',
      agent_quarantine_access: 'full',
      hitl_mode: 'disabled',
    });
  });

  it('can be set by flags', async () => {
    const { home } = desk.service;
    const env = { AGENTMAIL_URL: desk.service.daemon.runtime.http, AGENTMAIL_KEY: desk.tenant.admin };
    const flags = ['--participants', 'authenticated', '--agent-quarantine', 'metadata'];
    const made = await agentmail(['mailboxes', 'create', 'by-flags', ...flags], { home, env });
    expect(await read(made.json<{ id: string }>().id)).toMatchObject({
      participant_authentication: 'authenticated',
      agent_quarantine_access: 'metadata',
      hitl_mode: 'disabled',
      recipient_policy_mode: 'blocklist',
    });
  });

  it('are warned about by doctor and by the dry run of a send', async () => {
    const { home } = desk.service;
    const env = { AGENTMAIL_URL: desk.service.daemon.runtime.http, AGENTMAIL_KEY: desk.tenant.admin };
    const found = async () => {
      const { checks } = (await agentmail(['doctor'], { home, env })).json<{
        checks: { id: string; severity: string; message: string; remedy?: string }[];
      }>();
      return checks.find(({ id }) => id === 'participants');
    };
    expect(await found()).toMatchObject({ severity: 'ok' });
    await desk.patch({ agent_send_policy: 'restricted', hitl_mode: 'risky_only' });
    const { name } = desk.mailbox;
    expect(await found()).toEqual(
      expect.objectContaining({
        severity: 'warning',
        message: expect.stringContaining(`review of first contacts (${name})`),
        remedy: `agentmail mailboxes update ${name} --participants authenticated`,
      }),
    );
    const dryRun = ['--to', 'ann@example.org', '--subject', 'x', '--body', 'x', '--dry-run', '--explain'];
    const tried = await agentmail(['send', '--from', String(name), ...dryRun], { home, env, terminal: 200 });
    expect(tried.stdout).toContain('a forged From');
    expect(tried.stdout).toContain('--participants authenticated');
    const update = ['mailboxes', 'update', String(name), '--participants', 'authenticated'];
    expect((await agentmail(update, { home, env })).exit).toBe(0);
    expect(await found()).toMatchObject({ severity: 'ok' });
  });
});
