import { connect, type Socket } from 'node:net';
import type { ClamdAddress, Finding, ScanContext, Scanner } from '../types.ts';

const CHUNK = 64 * 1024;
const SILENCE = 15_000;

function frame(bytes: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([size, bytes]);
}

function sendStream(socket: Socket, content: Uint8Array): void {
  socket.write('zINSTREAM\0');
  for (let start = 0; start < content.length; start += CHUNK)
    socket.write(frame(content.subarray(start, start + CHUNK)));
  socket.write(Buffer.alloc(4));
}

/** One INSTREAM exchange with clamd; resolves to its answer line. */
function askClamd(address: ClamdAddress, content: Uint8Array, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect('path' in address ? { path: address.path } : address);
    let answer = '';
    const abort = () => socket.destroy(new Error('clamd timed out'));
    signal?.addEventListener('abort', abort, { once: true });
    socket.setEncoding('latin1');
    socket.setTimeout(SILENCE, abort);
    socket.once('connect', () => sendStream(socket, content));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.once('error', reject);
    socket.once('close', () => {
      signal?.removeEventListener('abort', abort);
      if (answer === '') reject(new Error('clamd closed the connection without a response'));
      else resolve(answer.replace(/\0+$/, '').trim());
    });
  });
}

function signatureOf(answer: string): string | null {
  if (/(?:^|: )OK$/.test(answer)) return null;
  const found = /: (.+) FOUND$/.exec(answer)?.[1];
  if (!found) throw new Error("clamd couldn't scan the attachment");
  return found;
}

/** Attachments go to a ClamAV daemon when one is configured; its silence fails the scan. */
export const clamd: Scanner = {
  name: 'clamd',
  applies: ({ options }) => options.clamd !== undefined && options.clamd !== null,
  async scan({ input, options }: ScanContext): Promise<Finding[]> {
    const { clamd: address, signal } = options;
    if (!address) return [];
    const findings: Finding[] = [];
    for (const [index, attachment] of input.attachments.entries()) {
      const signature = signatureOf(await askClamd(address, attachment.content, signal));
      if (signature === null) continue;
      findings.push({
        scanner: 'clamd',
        ruleId: signature,
        severity: 'critical',
        category: 'malware',
        decision: 'block',
        reason: `The attachment matches ${signature}.`,
        spans: [],
        attachmentIndex: index,
        ...(attachment.filename === null ? {} : { attachmentFilename: attachment.filename }),
        agentInstructions: ["Don't open or forward any part of this message."],
      });
    }
    return findings;
  },
};
