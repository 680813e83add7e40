import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import {
  createAgent,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../../support/service.ts';

const ANN = 'ann@example.org';
const BOB = 'bob@example.net';

describe('a reply to all', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  /** Takes a mail from Ann in and returns its ID. */
  const arrived = async (...fields: string[]) => {
    const raw = [`From: "Miller, Ann" <${ANN}>`, ...fields, 'Subject: Plan', '', 'At noon?', ''].join('\r\n');
    await service.deliver({ from: ANN, to: tenant.mailbox.address, raw });
    await service.drain();
    const { messages } = await service.must(tenant.admin, api.listMessages, {
      id: 'helper',
      direction: 'inbound',
    });
    return messages[0]?.id ?? '';
  };
  const reply = (id: string, more: Record<string, unknown> = {}, key = tenant.admin) =>
    service.call(key, api.reply, { id, body: 'Noon works.', all: true, ...more });
  const namesOf = (body: {
    recipients?: readonly { address: string; name: string | null; role: string }[] | undefined;
  }) => body.recipients?.map(({ address, name, role }) => [role, address, name]);

  it('goes to the sender and to those in To and Cc, but neither to the mailbox nor to its subaddresses', async () => {
    const [local = ''] = tenant.mailbox.address.split('@');
    const id = await arrived(
      `To: ${tenant.mailbox.address.toUpperCase()}, Bob <${BOB}>, ${local}+tag@agentmail.localhost`,
      `Cc: eve@example.com, ${ANN}`,
    );
    const sent = await reply(id);
    expect(namesOf(sent.body)).toEqual([
      ['to', ANN, 'Miller, Ann'],
      ['to', BOB, 'Bob'],
      ['cc', 'eve@example.com', null],
    ]);
    const alone = await reply(id, { all: false });
    expect(alone.body.recipients).toBeUndefined();
  });

  it('goes to the sender alone when nobody else is named', async () => {
    const sent = await reply(await arrived(`To: ${tenant.mailbox.address}`));
    expect([sent.status, sent.body.status]).toEqual([200, 'sent']);
    expect(namesOf(sent.body)).toEqual([['to', ANN, 'Miller, Ann']]);
  });

  it('passes the rules for each of them: being named makes nobody a participant', async () => {
    const id = await arrived(`To: ${tenant.mailbox.address}, ${BOB}`, 'Cc: info@example.com');
    await setMailbox(service, tenant, { agent_send_containment: true });
    const refused = await reply(id, {}, agent);
    expect(refused.body).toMatchObject({
      code: 'RECIPIENT_AGENT_CONTAINED',
      details: { recipients: [{ address: BOB }, { address: 'info@example.com' }] },
    });
    const sent = await reply(id, { skip_refused: true }, agent);
    expect(sent.body.recipients).toMatchObject([
      { address: ANN, status: 'delivered' },
      { address: BOB, status: 'skipped', code: 'RECIPIENT_AGENT_CONTAINED' },
      { address: 'info@example.com', status: 'skipped' },
    ]);
    await setMailbox(service, tenant, { agent_send_containment: false });
    // A role address may be answered by a reply, but this one never wrote.
    const role = await reply(id);
    expect(role.body).toMatchObject({
      code: 'RECIPIENT_ROLE_ADDRESS',
      details: { recipients: [{ role: 'cc' }] },
    });
  });

  it('is refused to agents where the mailbox redacts the addresses, and ignores a header that they may not read', async () => {
    const id = await arrived(`To: ${tenant.mailbox.address}, ${BOB}`);
    await setMailbox(service, tenant, { pii_mode: 'redacted' });
    const refused = await reply(id, {}, agent);
    expect([refused.status, refused.body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(JSON.stringify(refused.body)).not.toContain(BOB);
    expect((await reply(id)).body.recipients).toMatchObject([{ address: ANN }, { address: BOB }]);
    await setMailbox(service, tenant, { pii_mode: 'passthrough', agent_quarantine_access: 'metadata' });
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state: 'quarantined' }).where('id', '=', id).execute(),
    );
    const withheld = await reply(id, {}, agent);
    expect(JSON.stringify(withheld.body)).not.toContain(BOB);
    await setMailbox(service, tenant, { agent_quarantine_access: 'full' });
  });

  it('can be a draft, to which the sender may add copies', async () => {
    const id = await arrived(`To: ${tenant.mailbox.address}, Bob <${BOB}>`, 'Cc: eve@example.com');
    const draft = (more: Record<string, unknown>) =>
      service.call(agent, api.createDraft, { in_reply_to_message_id: id, body: 'Noon works.', ...more });
    const made = await draft({ all: true, bcc: ['archive@example.net'] });
    expect(namesOf(made.body)).toEqual([
      ['to', ANN, 'Miller, Ann'],
      ['to', BOB, 'Bob'],
      ['cc', 'eve@example.com', null],
      ['bcc', 'archive@example.net', null],
    ]);
    const sent = await service.call(agent, api.sendDraft, { id: made.body.id });
    expect(sent.body).toMatchObject({ status: 'sent', recipients: { length: 4 } });
    for (const wrong of [
      { all: true, to: ANN },
      { all: true, in_reply_to_message_id: undefined, thread_id: id },
    ]) {
      expect(await draft(wrong)).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } });
    }
  });
});
