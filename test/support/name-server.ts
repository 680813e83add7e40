import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A name server on the loopback, over UDP. */

/** Offset of the question in a query, in bytes. */
const QUESTION = 12;

export interface NameServer {
  /** `ip:port`. */
  readonly address: string;
  stop(): void;
}

/** `answer` makes the reply to a query; null keeps silent. */
export async function startNameServer(answer: (query: Buffer) => Buffer | null): Promise<NameServer> {
  const server = createSocket('udp4');
  server.on('message', (query, peer) => {
    const made = answer(query);
    if (made) server.send(made, peer.port, peer.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };
}

/** First label of the name that is asked for, and the number of the record type. */
export function questionOf(query: Buffer): { label: string; type: number } {
  return {
    label: query.subarray(QUESTION + 1, QUESTION + 1 + query.readUInt8(QUESTION)).toString(),
    type: query.readUInt16BE(questionEnd(query) - 4),
  };
}

function questionEnd(query: Buffer): number {
  let at = QUESTION;
  while (query.readUInt8(at) !== 0) at += query.readUInt8(at) + 1;
  return at + 5;
}

/** A reply with one record, or none. */
export function reply(query: Buffer, code: number, data?: Buffer): Buffer {
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
