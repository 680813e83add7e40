import { expect } from 'vitest';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';
import { MESSAGE_STATES } from '../../shared/contract/values.ts';
import type { Caller } from './calls.ts';
import type { Service } from './service.ts';

/** Everything that a caller can GET, looked through for a word. */

/** Path parameters that lead to the place where the word is. */
export interface Leading {
  readonly mailboxes: readonly string[];
  readonly messages: readonly string[];
  readonly threads: readonly string[];
  readonly sender: string;
}

interface Search {
  readonly marker: string;
  readonly leading: Leading;
}

function pathsOf({ path }: Endpoint, { mailboxes, messages, threads, sender }: Leading): string[] {
  const values: Record<string, readonly string[]> = {
    ':thread_id': [...messages, ...threads.map(encodeURIComponent)],
    ':mailboxId': mailboxes,
    ':idx': ['0'],
    ':email': [encodeURIComponent(sender)],
    ':sourceId': messages,
    ':id': path.startsWith('/v1/mailboxes/') ? mailboxes : messages,
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
const queriesFor = (marker: string, sender: string): Readonly<Record<string, readonly string[]>> => ({
  view: ['verbose'],
  status: MESSAGE_STATES,
  include_firewall_blocked: ['true'],
  search: [marker, marker.slice(0, 5), `${marker} one`],
  q: [
    marker,
    marker.slice(0, 5),
    `"${marker} one"`,
    `subject:${marker}`,
    `from:${marker}`,
    `-zzz ${marker}`,
  ].map(encodeURIComponent),
  subject: [marker],
  direction: ['inbound'],
  sender: [sender.slice(0, 3)],
  from: [sender.slice(0, 3), marker],
  to: ['helper', marker],
  cc: [marker],
  unread: ['true'],
  has_attachment: ['true'],
  starred: ['false'],
  automatic: ['false'],
  label: ['done'],
  without_label: ['done'],
  tag: ['task42'],
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
  body_format: ['html', 'markdown', 'text'],
  blocks: ['true'],
  // Added to every query.
  timeout: [],
  // They choose among the same things.
  mailbox: [],
  before: [],
  after: [],
  cursor: [],
  events: [],
  quarantine_access: [],
});

function queriesOf({ query }: Endpoint, { marker, leading }: Search): string[] {
  const values = queriesFor(marker, leading.sender);
  const names = Object.keys(query?.shape ?? {});
  expect(names.filter((name) => !(name in values))).toEqual([]);
  // Every wait is as short as can be.
  const always = names.includes('timeout') ? ['timeout=1'] : [];
  const single = names.flatMap((name) => (values[name] ?? []).map((value) => `${name}=${value}`));
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

/** IDs of the endpoints with a reply to the caller that has the marker. */
export async function endpointsThatSay(
  service: Pick<Service, 'request'>,
  caller: Caller,
  search: Search,
): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of READABLE) {
    const queries = queriesOf(endpoint, search);
    const addresses = pathsOf(endpoint, search.leading).flatMap((path) =>
      queries.map((query) => (query === '' ? path : `${path}?${query}`)),
    );
    const replies = await Promise.all(addresses.map((address) => service.request(caller, `GET ${address}`)));
    if (replies.some(({ body }) => JSON.stringify(body).includes(search.marker))) found.push(endpoint.id);
  }
  return found.toSorted();
}
