import { createSocket } from 'node:dgram';

/** A name server that knows some TXT records; all else exists without records. */
export interface NameServer {
  /** `ip:port` */
  readonly address: string;
  close(): void;
}

const TXT = 16;
const ANSWER = 0x8580;
const HEADER = 12;
const TTL = 300;

export async function startNameServer(records: Readonly<Record<string, string>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    socket.send(answer(question, records), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function answer(question: Buffer, records: Readonly<Record<string, string>>): Buffer {
  let end = HEADER;
  const labels: string[] = [];
  for (let length = question[end] ?? 0; length > 0; length = question[end] ?? 0) {
    labels.push(question.toString('latin1', end + 1, end + 1 + length).toLowerCase());
    end += length + 1;
  }
  end += 1;
  const text = question.readUInt16BE(end) === TXT ? records[labels.join('.')] : undefined;
  const header = Buffer.from(question.subarray(0, HEADER));
  header.writeUInt16BE(ANSWER, 2);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  header.fill(0, 8);
  const asked = question.subarray(HEADER, end + 4);
  return text === undefined ? Buffer.concat([header, asked]) : Buffer.concat([header, asked, record(text)]);
}

/** A record of the name that was asked for. */
function record(text: string): Buffer {
  const strings = (text.match(/.{1,200}/g) ?? []).flatMap((part) => [
    Buffer.from([part.length]),
    Buffer.from(part),
  ]);
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(TTL, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
