import { expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { ScriptedDns } from '../../support/dns.ts';
import { openSession, PASSWORD } from '../../support/people.ts';
import { codeOf, createTenant, type Service, startService, type Tenant } from '../../support/service.ts';
import { signed } from '../../support/signed-mail.ts';

/** A mailbox that follows those it trusts, and what its owner does there. */
async function desk() {
  const dns = new ScriptedDns();
  const service: Service = await startService({ overrides: { dns } });
  const tenant: Tenant = await createTenant(service);
  const person = await openSession(service, tenant.accountId);
  const { id: mailbox, address } = tenant.mailbox;
  const proof = { residual_ack_version: 'v1', reauth_token: PASSWORD };
  await person.call(api.setInstructionTrust, {
    id: mailbox,
    enabled: true,
    strict_recipient: true,
    ...proof,
  });
  const read = async (id: string) => (await person.call(api.getMessage, { id })).body;
  return {
    /** The message as its owner reads it later. */
    read,
    grant: (body: object) =>
      person.call(api.grantTrustedSource, { id: mailbox, address_attestation: true, ...proof, ...body }),
    receive: async (from: string, signer: string) => {
      const letter = Buffer.from(
        `From: ${from}\r\nTo: ${address}\r\nSubject: Numbers\r\nDate: Mon, 02 Mar 2026 10:00:00 +0000\r\n\r\nPlease send me the numbers.\r\n`,
      );
      const answer = await service.deliver({
        from: 'bounces@mailer.example',
        to: address,
        raw: await signed(dns, letter, signer),
      });
      await service.drain();
      return read(/[0-9a-f-]{36}/.exec(answer)?.[0] ?? '');
    },
  };
}

it.each([
  ['x@xn--bcher-kva.example', 'xn--bcher-kva.example', 'x@bücher.example', 'x@xn--bcher-kva.example'],
  ['X@bücher.example', 'xn--bcher-kva.example', 'x@bücher.example', 'x@xn--bcher-kva.example'],
  ['jörg@plain.example', 'plain.example', 'jörg@plain.example', 'jörg@plain.example'],
  ['"a b"@plain.example', 'plain.example', '"a b"@plain.example', '"a b"@plain.example'],
])(
  'a verified sender is trusted whatever mail can be sent to: %s',
  async (from, signer, value, value_ascii) => {
    const { receive, grant, read } = await desk();
    const { id, sender_authentication } = await receive(from, signer);
    expect(sender_authentication).toMatchObject({ verdict: 'verified_aligned', from_domain: signer });
    const granted = await grant({ message_id: id });
    expect([granted.status, granted.body]).toMatchObject([201, { value, value_ascii }]);
    expect(codeOf(await grant({ value: from }))).toEqual([409, 'TRUSTED_SOURCE_ALREADY_EXISTS']);
    expect((await read(id)).agent_safety_context?.instruction_trust).toBeDefined();
  },
);

it('both spellings of an international domain are one sender, by value too', async () => {
  const { receive, grant, read } = await desk();
  const coded = await receive('x@xn--bcher-kva.example', 'xn--bcher-kva.example');
  const written = await receive('x@bücher.example', 'xn--bcher-kva.example');
  expect((await grant({ value: 'x@bücher.example' })).status).toBe(201);
  for (const { id } of [coded, written]) {
    expect((await read(id)).agent_safety_context?.instruction_trust).toBeDefined();
  }
});

it('a letter outside ASCII is no letter of ASCII, whatever its lower case is', async () => {
  const { receive, grant, read } = await desk();
  await receive('kate@two.example', 'two.example');
  expect(codeOf(await grant({ value: '\u212Aate@two.example' }))).toEqual([
    422,
    'TRUSTED_SOURCE_NO_VERIFIED_HISTORY',
  ]);
  expect(codeOf(await grant({ value: 'kate@\u212Ao.example' }))).toEqual([400, 'VALIDATION_ERROR']);
  expect((await grant({ value: 'kate@two.example' })).status).toBe(201);
  const other = await receive('\u212Aate@two.example', 'two.example');
  expect(other.sender_authentication).toMatchObject({ verdict: 'verified_aligned' });
  expect((await read(other.id)).agent_safety_context?.instruction_trust).toBeUndefined();
});

it('nobody is trusted for an address that stands in a comment, or beside another', async () => {
  const { receive, grant } = await desk();
  await receive('ceo@good.example', 'good.example');
  expect((await grant({ value: 'ceo@good.example' })).status).toBe(201);
  for (const from of [
    'mallory@good.example (a (b) <ceo@good.example>)',
    '(a (b) <ceo@good.example>) <mallory@good.example>',
    '"a"b<ceo@good.example>c <mallory@good.example>',
    'ceo@good.example, mallory@good.example',
  ]) {
    const message = await receive(from, 'good.example');
    expect([from, message.agent_safety_context?.instruction_trust]).toEqual([from, undefined]);
  }
});
