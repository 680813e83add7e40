import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dns, systemDns } from '../../../daemon/system/dns.ts';

/** The real resolver against a name server on the loopback, which answers by the first label of the name. */

const TYPE = { a: 1, mx: 15 } as const;
const CODE = { ok: 0, serverFailure: 2, noDomain: 3, refused: 5 } as const;
const QUESTION = 12;

let server: Socket;
let dns: Dns;

beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, peer) => {
    const reply = answer(query);
    if (reply) server.send(reply, peer.port, peer.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  dns = systemDns([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
});
afterAll(() => server.close());

/** Null keeps silent. */
function answer(query: Buffer): Buffer | null {
  const label = query.subarray(QUESTION + 1, QUESTION + 1 + query.readUInt8(QUESTION)).toString();
  const type = query.readUInt16BE(questionEnd(query) - 4);
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

function questionEnd(query: Buffer): number {
  let at = QUESTION;
  while (query.readUInt8(at) !== 0) at += query.readUInt8(at) + 1;
  return at + 5;
}

function mx(exchange: string): Buffer {
  const name = exchange === '' ? [] : [exchange.length, ...Buffer.from(exchange)];
  return Buffer.from([0, 10, ...name, 0]);
}

function reply(query: Buffer, code: number, data?: Buffer): Buffer {
  const end = questionEnd(query);
  const head = Buffer.from(query.subarray(0, QUESTION));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(data ? 1 : 0, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const question = query.subarray(QUESTION, end);
  if (!data) return Buffer.concat([head, question]);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc000 | QUESTION, 0);
  question.copy(record, 2, question.length - 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, question, record, data]);
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
