import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dns, systemDns } from '../../../../daemon/platform/system/dns.ts';
import { type NameServer, questionOf, reply, startNameServer } from '../../../support/name-server.ts';

/** The real resolver against a name server on the loopback, which answers by the first label of the name. */

const TYPE = { a: 1, mx: 15 } as const;
const CODE = { ok: 0, serverFailure: 2, noDomain: 3, refused: 5 } as const;

let server: NameServer;
let dns: Dns;

beforeAll(async () => {
  server = await startNameServer(answer);
  dns = systemDns([server.address]);
});
afterAll(() => server.stop());

/** Null keeps silent. */
function answer(query: Buffer): Buffer | null {
  const { label, type } = questionOf(query);
  switch (label) {
    case 'mail':
      return type === TYPE.mx ? reply(query, CODE.ok, mx('mx')) : reply(query, CODE.ok);
    case 'null':
      return type === TYPE.mx ? reply(query, CODE.ok, mx('')) : reply(query, CODE.ok);
    case 'host':
      return type === TYPE.a ? reply(query, CODE.ok, Buffer.from([192, 0, 2, 1])) : reply(query, CODE.ok);
    case 'empty':
      return reply(query, CODE.ok);
    case 'gone':
      return reply(query, CODE.noDomain);
    case 'broken':
      return reply(query, CODE.serverFailure);
    case 'closed':
      return reply(query, CODE.refused);
    default:
      return null;
  }
}

function mx(exchange: string): Buffer {
  const name = exchange === '' ? [] : [exchange.length, ...Buffer.from(exchange)];
  return Buffer.from([0, 10, ...name, 0]);
}

describe('the resolver of the system', () => {
  it.each<[string, unknown]>([
    ['mail.example', { kind: 'records', records: [{ exchange: 'mx', priority: 10 }] }],
    ['null.example', { kind: 'records', records: [{ exchange: '', priority: 10 }] }],
    ['empty.example', { kind: 'no_records' }],
    ['gone.example', { kind: 'no_domain' }],
  ])('tells the mail exchanges of %s', async (domain, expected) => {
    expect(await dns.mailExchanges(domain)).toMatchObject(expected as object);
  });

  it.each<[string, string]>([
    ['host.example', 'records'],
    ['empty.example', 'no_records'],
    ['gone.example', 'no_domain'],
    ['broken.example', 'unavailable'],
  ])('tells whether %s has addresses: %s', async (domain, kind) => {
    expect((await dns.addresses(domain)).kind).toBe(kind);
  });

  it.each(['broken.example', 'closed.example', 'silent.example'])(
    'takes no word of %s for a fact',
    async (domain) => {
      expect((await dns.mailExchanges(domain)).kind).toBe('unavailable');
    },
    10_000,
  );
});
