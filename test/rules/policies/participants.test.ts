import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHeaders } from '../../../daemon/content/mime/headers.ts';
import { acceptMail } from '../../../daemon/mail/inbound/accept.ts';
import * as api from '../../support/api.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { openSession, PASSWORD } from '../../support/people.ts';
import {
  codeOf,
  createAgent,
  createTenant,
  launch,
  type Service,
  type Tenant,
} from '../../support/service.ts';
import { signed } from '../../support/signed-mail.ts';

/** Which inbound mail opens exemptions for agents: any, or mail that proves its From. */

/** Of an interface of the machine that the daemon runs on. */
const OWN_ADDRESS = '203.0.113.5';

const dns = new ScriptedDns();
let service: Service;
let tenant: Tenant;
let agent: string;
let count = 0;

beforeAll(async () => {
  service = await launch({
    config: { testClock: false },
    overrides: { dns, ownAddresses: () => [OWN_ADDRESS] },
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `owner${count}@example.com`, mailbox: `box${count}` });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const patch = (body: object, key = tenant.admin) =>
  service.call(key, api.updateMailbox, { id: tenant.mailbox.id, ...body });

/**
 * Mail whose From is `ann@sender<n>.example`, with a signature of that domain or without; resolves with its
 * id.
 */
async function arrive({ isSigned = false, sentBy = `sender${count}.example`, peer = '' } = {}) {
  const letter = Buffer.from(
    `From: ann@sender${count}.example\r\nTo: ${tenant.mailbox.address}\r\nSubject: Hello\r\n\r\nGood morning.\r\n`,
  );
  const raw = isSigned ? await signed(dns, letter, sentBy) : letter;
  if (peer === '') {
    const response = await service.deliver({
      from: `ann@sender${count}.example`,
      to: tenant.mailbox.address,
      raw,
    });
    await service.drain();
    return /[0-9a-f-]{36}/.exec(response)?.[0] ?? '';
  }
  const envelope = {
    peer: { via: 'smtp' as const, address: peer, helo: 'mail.example' },
    mailFrom: `ann@sender${count}.example`,
    recipients: [tenant.mailbox.address],
  };
  const [id = ''] = await acceptMail(service.daemon.context, {
    envelope,
    content: raw,
    headers: readHeaders(raw),
  });
  await service.drain();
  return id;
}

const text = { subject: 'Hello', body: 'The report is ready.' };

/**
 * Every way in which an agent writes to the sender of a message, with the code or the status that each ends
 * with.
 */
async function attempts(id: string): Promise<string[]> {
  const to = `ann@sender${count}.example`;
  const draft = await service.call(agent, api.createDraft, {
    mailbox_id: tenant.mailbox.id,
    to,
    in_reply_to_message_id: id,
    ...text,
  });
  const replies = [
    await service.call(agent, api.reply, { id, body: text.body }),
    await service.call(agent, api.send, { thread_id: id, body: text.body }),
    await service.call(agent, api.sendDraft, { id: draft.body.id }),
  ];
  return replies.map(({ body }) => body.code ?? body.status);
}

const thrice = (outcome: string) => [outcome, outcome, outcome];

const RULES: [string, object, string][] = [
  ['containment', { agent_send_policy: 'restricted' }, 'RECIPIENT_AGENT_CONTAINED'],
  [
    'the allowlist with thread replies',
    { recipient_policy_mode: 'allowlist', force_empty: true, allow_thread_replies: true },
    'RECIPIENT_NOT_ON_ALLOWLIST',
  ],
];

describe('mail with a forged From', () => {
  it.each(RULES)('gets an agent past %s by default, as the contract says', async (_name, rules) => {
    await patch(rules);
    expect(await attempts(await arrive())).toEqual(thrice('sent'));
  });

  it.each(RULES)('gets no agent past %s where participants are authenticated', async (_name, rules, code) => {
    await patch({ ...rules, participant_authentication: 'authenticated' });
    expect(await attempts(await arrive())).toEqual(thrice(code));
    const foreign = await arrive({ isSigned: true, sentBy: 'evil.example' });
    expect(await attempts(foreign)).toEqual(thrice(code));
    expect(await attempts(await arrive({ isSigned: true }))).toEqual(thrice('sent'));
  });

  it('is no first contact only by default', async () => {
    await patch({ hitl_mode: 'risky_only' });
    const send = async () => {
      const letter = { from_mailbox: tenant.mailbox.id, to: `ann@sender${count}.example`, ...text };
      const { body } = await service.call(agent, api.send, letter);
      return [body.status, ...(body.hold_context?.summary_reasons ?? [])];
    };
    await arrive();
    await patch({ participant_authentication: 'authenticated' });
    expect(await send()).toEqual(['pending_review', 'hitl_risky_only:first_contact']);
    await arrive({ isSigned: true });
    expect(await send()).toEqual(['sent']);
    count += 1;
    await personChanges({ participant_authentication: 'any' });
    await arrive();
    expect(await send()).toEqual(['sent']);
  });

  it('is not what a trial account may answer, even if another domain signed it', async () => {
    await service.operator(api.operatorUpdateAccount, { id: tenant.accountId, tier: 'sandbox' });
    const id = await arrive({ isSigned: true, sentBy: 'evil.example' });
    const answer = () => service.call(tenant.admin, api.reply, { id, body: text.body });
    expect((await answer()).status).toBe(200);
    await patch({ participant_authentication: 'authenticated' });
    expect(codeOf(await answer())).toEqual([403, 'SANDBOX_RECIPIENT_NOT_VERIFIED']);
  });
});

async function personChanges(body: object): Promise<void> {
  const person = await openSession(service, tenant.accountId);
  const reply = await person.call(api.updateMailbox, {
    id: tenant.mailbox.id,
    ...body,
    reauth_token: PASSWORD,
  });
  expect(reply.status).toBe(200);
}

describe('an agent on this machine cannot make somebody else a participant', () => {
  const restricted = { agent_send_policy: 'restricted', participant_authentication: 'authenticated' };

  it.each(['127.0.0.1', '::1', OWN_ADDRESS, `::ffff:${OWN_ADDRESS}`])(
    'through a trusted relay at %s',
    async (address) => {
      await service.operator(api.updateSettings, { 'smtp.trusted_relays': [address] });
      await patch(restricted);
      const id = await arrive({ peer: address });
      const { body } = await service.call(tenant.admin, api.getMessage, { id });
      expect(body.sender_authentication).toMatchObject({
        verdict: 'verified_aligned',
        vouched_by: 'local_relay',
      });
      expect(await attempts(id)).toEqual(thrice('RECIPIENT_AGENT_CONTAINED'));
      const proven = await arrive({ peer: address, isSigned: true });
      expect(await attempts(proven)).toEqual(thrice('sent'));
    },
  );

  it('through the SPF record that names this machine', async () => {
    await service.operator(api.updateSettings, { 'smtp.trusted_relays': [] });
    dns.publish(`sender${count}.example`, 'TXT', ['v=spf1 +all']);
    await patch(restricted);
    expect(await attempts(await arrive({ peer: OWN_ADDRESS }))).toEqual(thrice('RECIPIENT_AGENT_CONTAINED'));
    expect(await attempts(await arrive({ peer: '198.51.100.7' }))).toEqual(thrice('sent'));
  });

  it('whose instructions another agent would follow', async () => {
    await service.operator(api.updateSettings, { 'smtp.trusted_relays': ['127.0.0.1'] });
    const person = await openSession(service, tenant.accountId);
    const proof = { residual_ack_version: 'v1', reauth_token: PASSWORD };
    const proven = await arrive({ isSigned: true });
    const enable = { enabled: true, strict_recipient: true, ...proof };
    expect((await person.call(api.setInstructionTrust, { id: tenant.mailbox.id, ...enable })).status).toBe(
      200,
    );
    const grant = { message_id: proven, address_attestation: true, ...proof };
    expect((await person.call(api.grantTrustedSource, { id: tenant.mailbox.id, ...grant })).status).toBe(201);
    const trust = async (id: string) => {
      const { body } = await person.call(api.getMessage, { id });
      return body.agent_safety_context?.instruction_trust;
    };
    expect(await trust(proven)).toBeDefined();
    expect(await trust(await arrive({ peer: '127.0.0.1' }))).toBeUndefined();
  });

  it('but a relay elsewhere can', async () => {
    await service.operator(api.updateSettings, { 'smtp.trusted_relays': ['198.51.100.0/24'] });
    await patch(restricted);
    expect(await attempts(await arrive({ peer: '198.51.100.7' }))).toEqual(thrice('sent'));
  });

  it('with mail of a mailbox of its own, which carries its own address', async () => {
    await patch(restricted);
    const other = await createTenant(service, {
      email: `other${count}@example.com`,
      mailbox: `other${count}`,
    });
    const theirs = await createAgent(service, other.admin, other.mailbox.id);
    const sent = await service.call(theirs, api.send, {
      from_mailbox: other.mailbox.id,
      to: tenant.mailbox.address,
      subject: 'Hello',
      body: 'Good morning.',
      subaddress_instance_id: 'ann',
      subaddress_mode: 'from',
    });
    expect(sent.status).toBe(200);
    await service.drain();
    const { body } = await service.call(agent, api.listMessages, { id: tenant.mailbox.id });
    expect(body.messages.map(({ sender }) => sender)).toEqual([
      `other${count}+ann@${tenant.mailbox.address.split('@')[1]}`,
    ]);
  });
});

describe('the preview of a send', () => {
  const warned = async () => {
    const { body } = await service.call(tenant.admin, api.previewPolicy, {
      id: tenant.mailbox.id,
      to: 'ann@example.com',
    });
    return body.warnings.map(({ code }) => code);
  };

  it('says which rules forged mail gets around, until participants are authenticated', async () => {
    expect(await warned()).toEqual([]);
    await patch({ agent_send_policy: 'restricted', hitl_mode: 'risky_only' });
    expect(await warned()).toEqual(['agent_containment', 'first_contact']);
    await patch({ recipient_policy_mode: 'allowlist', force_empty: true });
    expect(await warned()).toEqual(['first_contact']);
    await patch({ allow_thread_replies: true });
    expect(await warned()).toEqual(['thread_replies', 'first_contact']);
    await patch({ participant_authentication: 'authenticated' });
    expect(await warned()).toEqual([]);
  });
});

describe('participant_authentication', () => {
  it('is changed by admins, kept in revisions and the audit, and loosened by a person with proof', async () => {
    const tightened = await patch({ participant_authentication: 'authenticated' });
    expect(tightened.body).toMatchObject({ participant_authentication: 'authenticated' });
    expect(codeOf(await patch({ participant_authentication: 'any' }, agent))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
    const refused = await patch({ participant_authentication: 'any' });
    expect(codeOf(refused)).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    expect(refused.body.details).toEqual({ fields: ['participant_authentication'] });
    await personChanges({ participant_authentication: 'any' });
    const { read } = service.daemon.context.store;
    const of = { audit: read.selectFrom('audit_log'), revisions: read.selectFrom('policy_revisions') };
    const audits = await of.audit.select('kind').where('mailbox_id', '=', tenant.mailbox.id).execute();
    expect(audits.map(({ kind }) => kind)).toEqual([
      'mailbox.created',
      'mailbox.participant_authentication.updated',
      'mailbox.participant_authentication.updated',
    ]);
    const revisions = await of.revisions
      .select('policy')
      .where('mailbox_id', '=', tenant.mailbox.id)
      .orderBy('created_at')
      .execute();
    expect(revisions.map(({ policy }) => policy.participant_authentication)).toEqual([
      'authenticated',
      'any',
    ]);
  });
});
