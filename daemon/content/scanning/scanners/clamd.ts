import { connect, type Socket } from 'node:net';
import { CLIENT_LIMITS } from '../../../platform/system/client-limits.ts';
import type { ClamdAddress, Finding, ScanContext, Scanner } from '../types.ts';

const CHUNK = 64 * 1024;

type ClamdLimits = { readonly [Name in keyof typeof CLIENT_LIMITS.clamd]: number };

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

interface ClamdQuestion {
  readonly content: Uint8Array;
  readonly answerBytes: number;
  readonly signal: AbortSignal;
}

/** One INSTREAM exchange with clamd; resolves to its answer line. */
function askClamd(address: ClamdAddress, { content, answerBytes, signal }: ClamdQuestion): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect('path' in address ? { path: address.path } : address);
    let answer = '';
    const abort = () => socket.destroy(new Error('clamd timed out'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    socket.setEncoding('latin1');
    socket.once('connect', () => sendStream(socket, content));
    socket.on('data', (data) => {
      answer += data;
      if (answer.length > answerBytes) socket.destroy(new Error("clamd's answer is too long"));
    });
    socket.once('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
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

/** Sends attachments to a ClamAV daemon when one is configured. It fails the scan if it takes too long. */
export const clamd: Scanner = {
  name: 'clamd',
  applies: ({ options }) => options.clamd !== undefined && options.clamd !== null,
  scan: (context) => scanWithin(CLIENT_LIMITS.clamd, context),
};

export async function scanWithin(limits: ClamdLimits, { input, options }: ScanContext): Promise<Finding[]> {
  const { clamd: address, signal: ended } = options;
  if (!address) return [];
  const timeout = AbortSignal.timeout(limits.scan);
  const question = {
    answerBytes: limits.answerBytes,
    signal: ended ? AbortSignal.any([ended, timeout]) : timeout,
  };
  const findings: Finding[] = [];
  for (const [index, attachment] of input.attachments.entries()) {
    const answer = await askClamd(address, { ...question, content: attachment.content });
    const signature = signatureOf(answer);
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
}
