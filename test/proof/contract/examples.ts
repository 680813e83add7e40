import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { Seeded } from '../../mail/review/seeded.ts';
import type { Fixture } from './fixture.ts';
import { idIn, inputSchema, pathOf, type Request } from './request.ts';
import { Values } from './values.ts';

/** One request per endpoint that its schemas accept, by which access is tried. */

type Example = (fixture: Fixture) => unknown;

/** A server with one of the two proofs that it may have. */
const server = {
  host: 'mail.example.com',
  port: 993,
  security: 'tls',
  username: 'ann@example.com',
  password: 'x',
};

/** Bodies whose rules no schema can tell. */
const BODIES: Readonly<Record<string, Example>> = {
  'accounts.agent_delete_policy': () => ({ enabled: true }),
  'accounts.policy.update': () => ({ default_policy_mode: 'read_only' }),
  'account.policy.update': () => ({ default_policy_mode: 'read_only' }),
  'legal_holds.apply': ({ ids }) => ({ scope: 'mailbox', mailbox_id: ids.mailbox, reason: 'A case.' }),
  'keys.create': ({ ids }) => ({ role: 'agent', mailbox_ids: [ids.mailbox] }),
  'mailboxes.update': () => ({ display_name: 'Someone' }),
  'mailboxes.attachment-access': () => ({ mode: 'metadata_only' }),
  'mailboxes.outbound-attachments': () => ({ enabled: false }),
  'mailboxes.instruction-trust': () => ({ enabled: false }),
  'mailboxes.strict-recipient': () => ({ strict_recipient: true }),
  'messages.send': ({ ids }) => ({
    from_mailbox: ids.mailbox,
    to: 'ann@example.com',
    subject: 'Hi',
    body: 'Hello.',
  }),
  'drafts.create': ({ ids }) => ({
    mailbox_id: ids.mailbox,
    to: 'ann@example.com',
    subject: 'Hi',
    body: 'Hello.',
  }),
  'connections.check': () => ({ imap: server, smtp: server }),
  'connections.replace': () => ({ imap: server, smtp: server }),
  'messages.edit': () => ({ subject: 'Changed' }),
  'messages.label': () => ({ add: ['done'] }),
  'threads.label': () => ({ add: ['done'] }),
  'drafts.update': () => ({ subject: 'Later' }),
  'simulator.inbound': ({ ids }) => ({ mailbox_id: ids.mailbox, scenario: 'clean' }),
  'trusted-sources.grant': ({ mailbox }) => ({ value: `recipient-${mailbox.name}@example.org` }),
  // Agents block single senders only.
  'senders.block': () => ({ email: 'spam@example.org' }),
  'senders.block_bulk': () => ({ emails: ['spam@example.org'] }),
  'senders.policy': () => ({ mode: 'allowlist', force_empty: true }),
  'keys.instruction_trust': () => ({ enabled: false }),
  'notices.create': () => ({ format: 'email', address: 'owner@example.net' }),
  'notices.update': () => ({ digest_minutes: 0 }),
  'codes.wait': () => ({ timeout: 1 }),
  'domains.self_hosted_config': () => ({ network_mode: 'public' }),
};

const QUERIES: Readonly<Record<string, string>> = {
  'messages.wait': '?timeout=1',
  'suppressions.list': '?limit=5',
};

const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'messages.idempotency': { 'idempotency-key': 'a key of nobody' },
};

/** `idOf` replaces the ids of the path, as an id of somebody else. */
export function exampleRequest(
  endpoint: Endpoint,
  fixture: Fixture,
  idOf: (kind: string) => string = (kind) => idIn(fixture, kind),
): Request {
  return {
    method: endpoint.method,
    path: `${pathOf(endpoint, idOf)}${QUERIES[endpoint.id] ?? ''}`,
    headers: HEADERS[endpoint.id] ?? {},
    ...(endpoint.body && { body: exampleBody(endpoint, fixture) }),
  };
}

export function exampleBody(endpoint: Endpoint, fixture: Fixture): unknown {
  if (endpoint.upload) {
    const form = new FormData();
    if (endpoint.id === 'messages.submit') {
      form.append('from_mailbox', fixture.ids.mailbox);
      form.append('file', new Blob(['To: ann@example.com\r\nSubject: Hi\r\n\r\nHello.\r\n']), 'mail.eml');
      return form;
    }
    form.append('mailbox_id', fixture.ids.mailbox);
    form.append('file', new Blob(['week,count\n1,12\n']), 'numbers.csv');
    return form;
  }
  const own = BODIES[endpoint.id];
  if (own) return own(fixture);
  if (!endpoint.body) return undefined;
  const values = new Values({ random: new Seeded(1), fixture, now: () => 0, optional: 0 });
  return values.fit(inputSchema(endpoint.body));
}
