import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { MESSAGE_STATES } from '../../../shared/contract/values.ts';
import * as api from '../../support/api.ts';
import { MARKER, openHeldBack } from '../../support/held-back.ts';
import { setMailbox } from '../../support/service.ts';

/** Everything that an agent can GET, looked through for text of held mail. */

const desk = openHeldBack();
const { service } = desk;

/** Values of path parameters that lead to held mail. */
function pathsOf({ path }: Endpoint): string[] {
  const messages = desk.held.map(({ id }) => id);
  const values: Record<string, readonly string[]> = {
    ':thread_id': desk.held.flatMap(({ id, thread_id }) => [id, encodeURIComponent(thread_id ?? '')]),
    ':mailboxId': [desk.tenant.mailbox.id],
    ':idx': ['0'],
    ':email': ['eve%40example.org'],
    ':sourceId': messages,
    ':id': path.startsWith('/v1/mailboxes/') ? [desk.tenant.mailbox.id] : messages,
  };
  return Object.entries(values).reduce<string[]>(
    (paths, [name, all]) =>
      path.includes(name) ? paths.flatMap((each) => all.map((value) => each.replace(name, value))) : paths,
    [path],
  );
}

/**
 * For every query parameter values that could bring more to light; each is asked by itself and beside the
 * others.
 */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  view: ['verbose'],
  status: MESSAGE_STATES,
  include_firewall_blocked: ['true'],
  search: [MARKER, 'zanzi', `${MARKER} one`],
  direction: ['inbound'],
  sender: ['eve'],
  from: ['eve', MARKER],
  to: ['helper', MARKER],
  cc: [MARKER],
  unread: ['true'],
  has_attachment: ['true'],
  starred: ['false'],
  automatic: ['false'],
  skip_automatic: ['reply'],
  has_inbound: ['true'],
  aggregate: ['false', 'true'],
  since: ['2020-01-01T00:00:00Z'],
  since_ts: ['2020-01-01T00:00:00Z'],
  until: ['2100-01-01T00:00:00Z'],
  before_ts: ['2100-01-01T00:00:00Z'],
  limit: ['50'],
  sort: ['oldest'],
  extract: ['otp', 'links', 'otp,links'],
  all: ['true'],
  within_days: ['365'],
  reason: ['manual'],
  include_revoked: ['true'],
  added_by: ['agent'],
  denied: ['true'],
  denied_since: ['2020-01-01T00:00:00Z'],
  body_format: ['html', 'text'],
  // Added to every query.
  timeout: [],
  // They choose among the same things.
  mailbox: [],
  before: [],
  after: [],
  cursor: [],
  events: [],
  quarantine_access: [],
};

function queriesOf({ query }: Endpoint): string[] {
  const names = Object.keys(query?.shape ?? {});
  expect(names.filter((name) => !(name in QUERIES))).toEqual([]);
  // Every wait is as short as can be.
  const always = names.includes('timeout') ? ['timeout=1'] : [];
  const single = names.flatMap((name) => (QUERIES[name] ?? []).map((value) => `${name}=${value}`));
  const wide = names.includes('include_firewall_blocked')
    ? single.map((one) => `${one}&include_firewall_blocked=true`)
    : [];
  return ['', ...single, ...wide].map((one) => [one, ...always].filter((part) => part !== '').join('&'));
}

/** Everything that an agent can GET, but for the streams and for sign-up. */
const READABLE = ENDPOINTS.filter(
  ({ method, who, path }) =>
    method === 'GET' &&
    (who === 'any' || who === 'bound') &&
    path !== '/v1/events' &&
    path.startsWith('/v1/'),
);

async function leaks(key: string): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of READABLE) {
    const queries = queriesOf(endpoint);
    const addresses = pathsOf(endpoint).flatMap((path) =>
      queries.map((query) => (query === '' ? path : `${path}?${query}`)),
    );
    const replies = await Promise.all(addresses.map((address) => service.request(key, `GET ${address}`)));
    if (replies.some(({ body }) => JSON.stringify(body).includes(MARKER))) found.push(endpoint.id);
  }
  return found.toSorted();
}

describe('held mail in a mailbox that shows agents metadata', () => {
  it('is of four states, and an admin reads all of it', async () => {
    expect(desk.held.map(({ state }) => state).toSorted()).toEqual([
      'blocked',
      'firewall_blocked',
      'quarantined',
      'scanning',
    ]);
    expect(await leaks(desk.tenant.admin)).toEqual([
      'attachments.preview',
      'messages.get',
      'messages.list',
      'messages.wait',
      'threads.get',
      'threads.list',
    ]);
  });

  it('says nothing of its sender in anything that an agent can GET', async () => {
    expect(await leaks(desk.agent)).toEqual([]);
  });

  it('shows by default all of it to agents, as the contract says', async () => {
    await setMailbox(service, desk.tenant, { agent_quarantine_access: 'full' });
    expect(await leaks(desk.agent)).toEqual(await leaks(desk.tenant.admin));
    await setMailbox(service, desk.tenant, { agent_quarantine_access: 'metadata' });
  });

  it('is not repeated in the subject of an answer that an agent writes', async () => {
    // Its header is that of a list.
    await setMailbox(service, desk.tenant, { automatic_replies: 'all' });
    const id = desk.heldIn('quarantined');
    for (const reply of [
      await service.call(desk.agent, api.reply, { id, body: 'Who are you?' }),
      await service.call(desk.agent, api.send, { thread_id: id, body: 'Who is this?' }),
    ]) {
      expect(reply.status).toBe(200);
      const sent = await service.call(desk.agent, api.getMessage, { id: reply.body.message_id });
      expect(sent.body.subject).toBe('Re:');
    }
    expect(await leaks(desk.agent)).toEqual([]);
  });
});
