import { parentPort, workerData } from 'node:worker_threads';
import { createSmtpListener } from '../listener.ts';
import type { RecipientDecision } from '../replies.ts';
import { BatchedSender } from './batched-sender.ts';
import type { FromThread, ListenFailure, ThreadOptions, ToThread } from './protocol.ts';
import { Questions } from './questions.ts';

/** Entry of the thread that speaks SMTP: it receives, reads headers and asks; what is decided and stored is not its business. */

/** Bytes that a socket is read for. */
const LARGEST_READ = 64 * 1024;

if (parentPort === null) throw new Error('this is a thread, not a program');
const recipients = new Questions<RecipientDecision>();
const messages = new Questions<readonly string[]>();
const out = new BatchedSender<FromThread>(parentPort, setImmediate);
const listener = createSmtpListener({
  ...(workerData as ThreadOptions),
  checkRecipient: (address, context) =>
    recipients.ask((question) => out.send({ kind: 'recipient', question, address, context })),
  accept: (envelope, raw, headers) =>
    messages.ask((question) => {
      const own = isAssembled(raw) ? raw : new Uint8Array(raw);
      out.send({ kind: 'message', question, envelope, raw: own, headers }, own.buffer);
    }),
  sessionEnded: (record) => out.send({ kind: 'session_ended', record }),
  log: {
    info: (message, facts) => out.send({ kind: 'log', level: 'info', message, facts }),
    warn: (message, facts) => out.send({ kind: 'log', level: 'warn', message, facts }),
  },
});

/**
 * Whether a message has its memory for itself. What came in at once is a view into what holds the beginning of the next
 * message too, but no more than this is read at once.
 */
function isAssembled(raw: Buffer): raw is Buffer<ArrayBuffer> {
  return raw.byteLength > LARGEST_READ && raw.buffer instanceof ArrayBuffer;
}

parentPort.on('message', (batch: readonly ToThread[]) => {
  for (const message of batch) {
    if (message.kind === 'recipient') recipients.settle(message.question, message.outcome);
    else if (message.kind === 'message') messages.settle(message.question, message.outcome);
    else void listener.stop().then(() => out.send({ kind: 'stopped' }));
  }
});

try {
  out.send({ kind: 'listening', ...(await listener.start()) });
} catch (error) {
  const { message, code, syscall, address, port } = error as Error & ListenFailure;
  out.send({ kind: 'not_listening', message, facts: { code, syscall, address, port } });
}
