import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import type { Call } from '../../support/calls.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { relayConfig } from '../../support/relaying.ts';
import { deliveryStatus } from '../../support/reports.ts';
import {
  type ScriptedMailServer,
  scriptedMailServer,
  takeEverything,
} from '../../support/scripted-mail-server.ts';
import { createTenant, type Service, startService, type Tenant } from '../../support/service.ts';

const HARD = ['Final-Recipient: rfc822; x@there.example', 'Action: failed', 'Status: 5.1.1'];
const DAY_SECONDS = 24 * 3600;

interface Scene {
  readonly service: Service;
  readonly tenant: Tenant;
  readonly dns: ScriptedDns;
  readonly relay: ScriptedMailServer;
  readonly mailboxId: string;
}

/** A verified domain that publishes every record, and a mailbox at it whose mail leaves through a relay. */
async function scene(): Promise<Scene> {
  const relay = await scriptedMailServer((peer) => takeEverything(peer));
  const dns = new ScriptedDns();
  const service = await startService({
    overrides: { dns },
    config: relayConfig(relay.port),
  });
  const tenant = await createTenant(service);
  const call: Call = (endpoint, ...input) => service.call(tenant.admin, endpoint, ...input);
  const { body: domain } = await call(api.createDomain, { domain: 'own.example' });
  for (const { type, name, value } of domain.dns_records_json ?? []) {
    if (type === 'TXT') dns.publish(name, 'TXT', [value]);
    else dns.publish(name, 'MX', [{ priority: 10, exchange: value.split(' ')[1] ?? '' }]);
  }
  await call(api.verifyDomain, { id: domain.id });
  const { body: mailbox } = await call(api.createMailbox, { name: 'sales', domain_id: domain.id });
  return { service, tenant, dns, relay, mailboxId: mailbox.id };
}

/** Sends a message; returns its id, its envelope sender and the Message-ID that the relay was given. */
async function sent({ service, tenant, relay, mailboxId }: Scene) {
  const { body } = await service.call(tenant.admin, api.send, {
    from_mailbox: mailboxId,
    to: 'ann@there.example',
    subject: 'Offer',
    body: 'Good morning.',
  });
  const heard = relay.peers.map((peer) => peer.heard).join('');
  const path = [...heard.matchAll(/^MAIL FROM:<([^>]*)>/gm)].at(-1)?.[1] ?? '';
  const messageId = [...heard.matchAll(/^Message-ID: (\S+)/gim)].at(-1)?.[1] ?? '';
  return { id: body.message_id, path, messageId };
}

const stateOf = async ({ service, tenant }: Scene, id: string) =>
  (await service.call(tenant.admin, api.getMessage, { id })).body.state;

describe('mail from a domain of its own', () => {
  it('has its Message-ID and return path there, and bounces come back', async () => {
    const made = await scene();
    const { service, tenant } = made;
    const { id, path, messageId } = await sent(made);
    expect(messageId).toBe(`<${id}@own.example>`);
    expect(path).toMatch(/^bounces\+[0-9a-f]{32}\.[0-9a-f]{16}@own\.example$/);

    const answer = `From: ann@there.example\r\nIn-Reply-To: ${messageId}\r\nSubject: Re: Offer\r\n\r\nYes.\r\n`;
    await service.deliver({ from: 'ann@there.example', to: 'sales@own.example', raw: answer });
    await service.drain();
    const thread = await service.call(tenant.admin, api.getThread, { thread_id: messageId });
    expect(thread.body.message_count).toBe(2);

    const forged = path.replace(/\.[0-9a-f]{16}@/, '.0123456789abcdef@');
    const report = (to: string) => service.deliver({ from: '', to, raw: deliveryStatus(HARD) });
    await expect(report(forged)).rejects.toThrow('550 5.1.1');
    await expect(report(path.replace('own.example', 'elsewhere.example'))).rejects.toThrow('550 5.7.1');
    const mode = (transport_mode: 'managed' | 'self_hosted') =>
      service.daemon.context.store.write('none', ({ db }) =>
        db.updateTable('domains').set({ transport_mode }).execute(),
      );
    await mode('self_hosted');
    await expect(report(path)).rejects.toThrow('550');
    await mode('managed');
    expect(await report(path)).toContain('250 2.0.0');
    await service.drain();
    expect(await stateOf(made, id)).toBe('bounced');
  });

  it.each(['MX', 'TXT'] as const)(
    'has its return path at the platform domain while the %s record is missing, and bounces to the earlier one still count',
    async (type) => {
      const made = await scene();
      const { service, dns } = made;
      const before = await sent(made);
      dns.withdraw('own.example', type);
      await service.operator(api.advanceClock, { seconds: DAY_SECONDS + 60 });
      const after = await sent(made);
      expect(after.path).toMatch(/^bounces\+.*@agentmail\.localhost$/);
      expect(after.messageId).toBe(`<${after.id}@own.example>`);
      for (const { id, path } of [before, after]) {
        await service.deliver({ from: '', to: path, raw: deliveryStatus(HARD) });
        await service.drain();
        expect(await stateOf(made, id)).toBe('bounced');
      }
    },
  );
});
