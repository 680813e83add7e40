import { beforeEach, describe, expect, it } from 'vitest';
import { sourceOf } from '../../../daemon/mail/outbound/source.ts';
import { messageRow } from '../../../daemon/mail/outbound/submit.ts';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let agent: string;

let count = 0;
beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

/** The Auto-Submitted field of a sent message. */
async function fieldOf(id: string | undefined): Promise<string | null> {
  const { context } = service.daemon;
  const raw = await sourceOf(context, await messageRow(context, id ?? ''));
  return /^Auto-Submitted: (.*)\r$/m.exec(raw?.toString() ?? '')?.[1] ?? null;
}

const letter = (to = 'ann@example.org') => ({
  ...{ from_mailbox: tenant.mailbox.id, to, subject: 'Offer', body: 'Here is our offer.' },
});
const send = async (key: string) => (await service.call(key, api.send, letter())).body.message_id;

async function question(): Promise<string> {
  const { address: to } = tenant.mailbox;
  const answer = await service.deliver({ from: 'ann@example.org', to, subject: 'Hi', text: 'A question.' });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}

describe('mail that an agent sends by itself', () => {
  it('says so when it begins a conversation, and mail of a key for people does not', async () => {
    expect(await fieldOf(await send(agent))).toBe('auto-generated');
    expect(await fieldOf(await send(tenant.admin))).toBeNull();
  });

  it('says so in a reply where the mailbox wants it', async () => {
    const id = await question();
    const reply = async (key: string) =>
      fieldOf((await service.call(key, api.reply, { id, body: 'An answer.' })).body.message_id);
    expect(await reply(agent)).toBeNull();
    await setMailbox(service, tenant, { auto_submitted_replies: true });
    expect(await reply(agent)).toBe('auto-replied');
    expect(await reply(tenant.admin)).toBeNull();
  });

  it('is no longer automatic once a person approves or edits it', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const [approved, edited] = [await send(agent), await send(agent)];
    const { status } = await service.call(tenant.admin, api.approveMessage, { id: approved ?? '' });
    expect(status).toBe(200);
    expect(await fieldOf(approved)).toBeNull();
    const changed = await service.call(tenant.admin, api.editMessage, {
      ...{ id: edited ?? '', body: 'Here is a better offer.' },
    });
    expect(changed.status).toBe(200);
    expect(await fieldOf(changed.body.message_id)).toBeNull();
  });

  it('can be answered by an agent, and its answer too', async () => {
    const other = await createMailbox(service, tenant.admin, `peer${count}`);
    const peer = await createAgent(service, tenant.admin, other.id);
    const newest = async (key: string, id: string) => {
      await service.drain();
      const { body } = await service.call(key, api.listMessages, { id, direction: 'inbound' });
      return body.messages[0];
    };
    expect((await service.call(agent, api.send, letter(other.address))).status).toBe(200);
    const offer = await newest(peer, other.id);
    expect(offer?.automatic).toBeNull();
    const answer = await service.call(peer, api.reply, { id: offer?.id ?? '', body: 'We take it.' });
    expect(answer.status).toBe(200);
    const taken = await newest(agent, tenant.mailbox.id);
    expect((await service.call(agent, api.reply, { id: taken?.id ?? '', body: 'Great.' })).status).toBe(200);
  });

  it('is not answered where the peer marks its replies', async () => {
    const other = await createMailbox(service, tenant.admin, `peer${count}`);
    const peer = await createAgent(service, tenant.admin, other.id);
    await setMailbox(
      service,
      { ...tenant, mailbox: { ...tenant.mailbox, id: other.id } },
      {
        auto_submitted_replies: true,
      },
    );
    await service.call(agent, api.send, letter(other.address));
    await service.drain();
    const inbox = async (key: string, id: string) =>
      (await service.call(key, api.listMessages, { id, direction: 'inbound' })).body.messages[0]?.id ?? '';
    await service.call(peer, api.reply, { id: await inbox(peer, other.id), body: 'We take it.' });
    await service.drain();
    const answer = await inbox(agent, tenant.mailbox.id);
    const { body } = await service.call(agent, api.reply, { id: answer, body: 'Great.' });
    expect(body).toMatchObject({
      code: 'AUTOMATIC_MAIL',
      details: { automatic: 'reply', automatic_by: 'Auto-Submitted: auto-replied' },
    });
  });
});
