import { newPasswordHash } from '../../../daemon/access/password.ts';
import { openSession } from '../../../daemon/access/sessions/open.ts';
import { drain } from '../../../daemon/operation/operator/work.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { SESSION_COOKIE, SESSION_REQUEST_HEADER } from '../../../shared/contract/sessions.ts';
import * as api from '../../support/api.ts';
import type { InputOf } from '../../support/calls.ts';
import { createAgent, createTenant, type Service, type Tenant } from '../../support/service.ts';
import { stage } from '../../support/uploads.ts';

/** An account with one of everything that a path, query or body of the contract can name. */

export const KINDS = [
  'mailbox',
  'message',
  'thread',
  'draft',
  'staged',
  'webhook',
  'delivery',
  'notice',
  'key',
  'hold',
  'recipient',
  'source',
  'address',
  'domain',
  'session',
  'allowlisted',
  'suppressed',
  'allowed sender',
  'blocked sender',
] as const;
export type Kind = (typeof KINDS)[number];

export type Headers = Readonly<Record<string, string>>;

export interface Fixture {
  readonly accountId: string;
  readonly email: string;
  readonly mailbox: Tenant['mailbox'];
  /** A second mailbox, to which only `stranger` is bound. */
  readonly elsewhere: string;
  readonly adminKey: string;
  /** Headers of each kind of caller. */
  readonly admin: Headers;
  readonly agent: Headers;
  readonly stranger: Headers;
  readonly person: Headers;
  /** The cookie alone, as a page of another site would make a browser send it. */
  readonly cookie: Headers;
  /** The cookie of a page without its secret, as a program on another port of the host gets it. */
  readonly pageCookie: Headers;
  /** An id of each kind; an address where addresses name things. */
  readonly ids: Readonly<Record<Kind, string>>;
}

export const PERSON_PASSWORD = 'a proof of a person';
let passwordHash: string | undefined;

/** The name is part of every name in the fixture. */
export async function createFixture(service: Service, name: string): Promise<Fixture> {
  const email = `${name}@example.com`;
  const tenant = await createTenant(service, { email, mailbox: name });
  const { mailbox } = tenant;
  const admin = bearer(tenant.admin);
  const must = <E extends Endpoint>(endpoint: E, ...input: InputOf<E>) =>
    service.must(tenant.admin, endpoint, ...input);
  const elsewhere = (await must(api.createMailbox, { name: `${name}-elsewhere` })).id;
  const [agent, stranger, person] = await Promise.all([
    createAgent(service, tenant.admin, mailbox.id),
    createAgent(service, tenant.admin, elsewhere),
    openPerson(service, tenant.accountId),
  ]);
  await letSendFiles(service, mailbox.id);
  await service.deliver({ from: `writer-${name}@example.net`, to: mailbox.address, raw: mail(name) });
  await rest(service);
  const listed = await service.call(tenant.admin, api.listMessages, { id: mailbox.id });
  const [message] = listed.body.messages;
  if (!message) throw new Error('the mail did not arrive');
  const webhook = await must(api.createWebhook, {
    url: `https://${name}.example.com/hook`,
    enabled_events: ['message.delivered'],
  });
  const test = await must(api.testWebhook, { id: webhook.webhook.id });
  await must(api.setAgentDeletePolicy, { enabled: true });
  const entry = (list: string) => `${list}-${name}@example.org`;
  await must(api.addAllowlistEntry, { mailboxId: mailbox.id, email: entry('allowlisted') });
  await must(api.addSuppression, { email: entry('suppressed') });
  await must(api.allowSender, { id: mailbox.id, email: entry('allowed') });
  await must(api.blockSender, { email: entry('blocked') });
  const draft = { mailbox_id: mailbox.id, to: 'ann@example.com', subject: 'Later', body: 'Soon.' };
  const hold = { scope: 'mailbox' as const, mailbox_id: elsewhere, reason: 'A case.' };
  return {
    accountId: tenant.accountId,
    email,
    mailbox,
    elsewhere,
    adminKey: tenant.admin,
    admin,
    agent: bearer(agent),
    stranger: bearer(stranger),
    ...person.headers,
    ids: {
      mailbox: mailbox.id,
      message: message.id,
      thread: message.thread_id ?? '',
      draft: (await must(api.createDraft, draft)).id,
      staged: (await stage(service, tenant.admin, tenant)).body.id,
      webhook: webhook.webhook.id,
      delivery: test.delivery_id,
      notice: (await must(api.createNoticeTarget, { format: 'email' })).id,
      key: (await must(api.createApiKey, { role: 'agent', mailbox_ids: [mailbox.id] })).id,
      hold: (await must(api.applyLegalHold, hold)).id,
      domain: (await must(api.createDomain, { domain: `${name}.example` })).id,
      session: person.session,
      ...(await insertRows(service, tenant, name)),
      address: (await must(api.addNamedAddress, { id: mailbox.id, tag: `shop-${name}`.slice(0, 32) })).tag,
      allowlisted: entry('allowlisted'),
      suppressed: entry('suppressed'),
      'allowed sender': entry('allowed'),
      'blocked sender': entry('blocked'),
    },
  };
}

/** Waits until nothing is left to do; a busy machine has minutes for it. */
export async function rest({ daemon }: Service): Promise<void> {
  const done = await drain(daemon.context, daemon.runtime.jobs, AbortSignal.timeout(120_000));
  if (!done) throw new Error('the daemon did not come to rest within two minutes');
}

export function bearer(key: string): Headers {
  return { authorization: `Bearer ${key}` };
}

/** A signed-in person and their other session. */
async function openPerson(service: Service, accountId: string) {
  passwordHash ??= await newPasswordHash(PERSON_PASSWORD, 'nobody@example.com');
  const hash = passwordHash;
  const { context } = service.daemon;
  const client = { address: '127.0.0.1', userAgent: 'test', secure: false, pageSecret: null };
  const page = { ...client, pageSecret: 's'.repeat(43) };
  const [session, other, paged] = await context.store.write({ account: accountId }, async (transaction) => {
    await transaction.db
      .updateTable('accounts')
      .set({ password_hash: hash })
      .where('id', '=', accountId)
      .execute();
    return [
      await openSession(context, transaction, { accountId, client }),
      await openSession(context, transaction, { accountId, client }),
      await openSession(context, transaction, { accountId, client: page }),
    ] as const;
  });
  const cookie = { cookie: `${SESSION_COOKIE}=${session.token}` };
  const program = { [SESSION_REQUEST_HEADER.name]: SESSION_REQUEST_HEADER.value };
  const pageCookie = { cookie: `${SESSION_COOKIE}=${paged.token}`, ...program };
  return { session: other.id, headers: { cookie, pageCookie, person: { ...cookie, ...program } } };
}

/** Enables a switch that needs a person with fresh proof. */
async function letSendFiles(service: Service, mailboxId: string): Promise<void> {
  await service.daemon.context.store.write('none', ({ db }) =>
    db
      .updateTable('mailboxes')
      .set({ outbound_attachments_enabled: true, outbound_image_risk_version: 'v1' })
      .where('id', '=', mailboxId)
      .execute(),
  );
}

/** Rows that take a trial account, or mail with a verified sender, to come into being. */
async function insertRows(
  service: Service,
  { accountId, mailbox }: Tenant,
  name: string,
): Promise<{ recipient: string; source: string }> {
  const { random, store } = service.daemon.context;
  return store.write({ account: accountId }, async ({ db, now }) => {
    const [recipient, source] = [random.id(now), random.id(now)];
    const address = `recipient-${name}@example.org`;
    const times = { created_at: now, expires_at: now + 172_800_000 };
    await db
      .insertInto('verified_recipients')
      .values({
        id: recipient,
        account_id: accountId,
        email: address,
        status: 'pending',
        origin: 'link',
        token_hash: null,
        confirmed_at: null,
        ...times,
      })
      .execute();
    await db
      .insertInto('trusted_sources')
      .values({
        id: source,
        account_id: accountId,
        mailbox_id: mailbox.id,
        value: address,
        value_ascii: address,
        revoked_at: null,
        eligibility: {
          message_id: random.id(now),
          verdict: 'verified_aligned',
          from_domain: 'example.org',
          signing_domain: 'example.org',
          provenance: 'managed',
          received_at: new Date(now).toISOString(),
        },
        ...times,
      })
      .execute();
    return { recipient, source };
  });
}

function mail(name: string): string {
  return [
    `From: writer-${name}@example.net`,
    `To: ${name}`,
    `Subject: Numbers of ${name}`,
    `Message-ID: <numbers-${name}@example.net>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain',
    '',
    'Here are the numbers.',
    '--cut',
    'Content-Type: text/csv; name=numbers.csv',
    'Content-Disposition: attachment; filename=numbers.csv',
    '',
    'week,count',
    '1,12',
    '--cut--',
    '',
  ].join('\r\n');
}
