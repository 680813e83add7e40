import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import { endpointsThatSay } from '../../../support/every-get.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  type Tenant,
} from '../../../support/service.ts';

/** In the only address of Bcc outside of this service. */
const HIDDEN = 'zanzibarhidden';

describe('recipients in Bcc', () => {
  const service = sharedService();
  let sender: Tenant;
  let open: Tenant;
  let hidden: Tenant;
  let sent: string;
  let files: { readonly recipients: readonly string[]; readonly raw: string }[];

  beforeAll(async () => {
    sender = await createTenant(service);
    open = await createTenant(service, { email: 'open@example.com', mailbox: 'open' });
    hidden = await createTenant(service, { email: 'hidden@example.com', mailbox: HIDDEN });
    const message = await service.must(sender.admin, api.send, {
      from_mailbox: 'helper',
      to: [open.mailbox.address, 'ann@example.org'],
      cc: ['bob@example.net'],
      bcc: [hidden.mailbox.address, `${HIDDEN}@example.org`],
      subject: 'Plan',
      body: 'At noon.',
    });
    sent = message.message_id;
    await service.drain();
    const { items } = (await service.operator(api.listOutbox, { kind: 'email' })).body;
    files = await Promise.all(
      items.map(async ({ id, to }) => {
        const raw = await service.operator(api.getOutboxRaw, { id });
        return { recipients: [to].flat(), raw: String(raw.body) };
      }),
    );
  });

  /** Paths of a caller to the message, as the account has it and as the sender has it. */
  const leadingTo = async ({ admin, mailbox }: Tenant) => {
    const list = await service.must(admin, api.listMessages, { id: mailbox.id });
    const messages = [...list.messages.map(({ id }) => id), sent];
    const threads = list.messages.flatMap(({ thread_id }) => thread_id ?? []);
    const mailboxes = [mailbox.id, sender.mailbox.id];
    return { messages, threads, mailboxes, sender: sender.mailbox.address };
  };
  const saying = async (tenant: Tenant, key = tenant.admin) =>
    endpointsThatSay(service, key, { marker: HIDDEN, leading: await leadingTo(tenant) });

  it('are in no byte that leaves, and in no mail that is stored for somebody else', async () => {
    expect(new Set(files.flatMap(({ recipients }) => recipients)).size).toBe(3);
    const { messages } = await service.must(open.admin, api.listMessages, { id: open.mailbox.id });
    const stored = await service.operator(api.getRawMessage, { id: messages[0]?.id ?? '' });
    for (const raw of [...files.map((file) => file.raw), String(stored.body)]) {
      expect(raw).toMatch(/^Subject: Plan\r$/m);
      expect(raw).not.toContain(HIDDEN);
      expect(raw).not.toMatch(/^bcc:/im);
    }
  });

  it('are shown in no answer to anybody else who got the message', async () => {
    const agent = await createAgent(service, open.admin, open.mailbox.id);
    expect(await saying(open)).toEqual([]);
    expect(await saying(open, agent)).toEqual([]);
  });

  it('are shown in no answer to an agent of another mailbox of the sender', async () => {
    const other = await createMailbox(service, sender.admin, 'other');
    const agent = await createAgent(service, sender.admin, other.id);
    expect(await saying({ ...sender, mailbox: other }, agent)).toEqual([]);
  });

  it('learn of themselves, and of nobody else in Bcc', async () => {
    const { messages } = await service.must(hidden.admin, api.listMessages, { id: hidden.mailbox.id });
    const [got] = messages;
    expect(got).toMatchObject({
      delivered_to: [hidden.mailbox.address],
      to: [{ address: open.mailbox.address }, { address: 'ann@example.org' }],
      cc: [{ address: 'bob@example.net' }],
      bcc: [],
    });
    expect(JSON.stringify(got)).not.toContain(`${HIDDEN}@example.org`);
  });

  it('are shown to those who may read the sent message', async () => {
    const agent = await createAgent(service, sender.admin, sender.mailbox.id);
    for (const key of [sender.admin, agent]) {
      const { bcc } = await service.must(key, api.getMessage, { id: sent });
      expect(bcc.map(({ address }) => address)).toEqual([hidden.mailbox.address, `${HIDDEN}@example.org`]);
    }
    expect(await saying(sender, agent)).toContain('messages.get');
  });
});
