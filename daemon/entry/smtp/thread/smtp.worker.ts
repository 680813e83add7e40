import { parentPort } from 'node:worker_threads';
import type { RecipientAnswer } from '../../../mail/inbound/check-recipient.ts';
import { INLINE_LIMIT } from '../../../platform/store/blobs/blobs.ts';
import { BlobFiles } from '../../../platform/store/blobs/files.ts';
import { isOutOfRoom } from '../../../platform/store/trouble.ts';
import { collectWhenIdle } from '../../../platform/system/idle-collection.ts';
import { systemRandom } from '../../../platform/system/random.ts';
import { createSmtpListener, type SmtpEnvelope } from '../listener.ts';
import { NotAccepted, REPLIES } from '../replies.ts';
import type { SmtpListener } from '../serve.ts';
import { BatchedSender } from './batched-sender.ts';
import { PendingRequests } from './pending-requests.ts';
import type {
  AdmissionTicket,
  FromThread,
  ListenFailure,
  ThreadOptions,
  ToThread,
  WrittenCopies,
} from './protocol.ts';

/**
 * Entry of the SMTP thread: it receives mail, parses headers, and asks the main thread for decisions. It
 * writes large messages to files itself, to keep their bytes out of the main thread's heap.
 */

if (parentPort === null) throw new Error('this module must run in a worker thread');
collectWhenIdle();
const recipients = new PendingRequests<RecipientAnswer>();
const admissions = new PendingRequests<AdmissionTicket>();
const messages = new PendingRequests<readonly string[]>();
const out = new BatchedSender<FromThread>(parentPort, setImmediate);
let listener: SmtpListener | null = null;

function createListener({ blobFolder, ...options }: ThreadOptions): SmtpListener {
  const files = new BlobFiles(blobFolder, systemRandom, Date);
  return createSmtpListener({
    ...options,
    checkRecipient: (address, context) =>
      recipients.send((request) => out.send({ kind: 'recipient', request, address, context })),
    accept: async (envelope, raw, headers) => {
      if (raw.length > INLINE_LIMIT) {
        const content = await writeCopies(files, envelope, raw);
        return messages.send((request) => out.send({ kind: 'message', request, envelope, content, headers }));
      }
      const content = new Uint8Array(raw);
      return messages.send((request) =>
        out.send({ kind: 'message', request, envelope, content, headers }, content.buffer),
      );
    },
    sessionEnded: (record) => out.send({ kind: 'session_ended', record }),
    log: {
      info: (message, facts) => out.send({ kind: 'log', level: 'info', message, facts }),
      warn: (message, facts) => out.send({ kind: 'log', level: 'warn', message, facts }),
    },
  });
}

/** Writes as many copies as the main thread admits. */
async function writeCopies(files: BlobFiles, envelope: SmtpEnvelope, raw: Buffer): Promise<WrittenCopies> {
  const { ticket, copies } = await admissions.send((request) =>
    out.send({ kind: 'admit', request, envelope, bytes: raw.length }),
  );
  try {
    return { ticket, blobs: await files.write(raw, copies) };
  } catch (error) {
    out.send({ kind: 'abandoned', ticket });
    throw new NotAccepted(String(error), isOutOfRoom(error) ? REPLIES.noRoom : REPLIES.notStored);
  }
}

async function listen(options: ThreadOptions): Promise<void> {
  try {
    listener = createListener(options);
    out.send({ kind: 'listening', ...(await listener.start()) });
  } catch (error) {
    const { message, code, syscall, hostname, address, port } = error as Error & ListenFailure;
    out.send({ kind: 'not_listening', message, facts: { code, syscall, hostname, address, port } });
  }
}

parentPort.on('message', (batch: readonly ToThread[]) => {
  for (const message of batch) {
    if (message.kind === 'recipient') recipients.resolve(message.request, message.outcome);
    else if (message.kind === 'admit') admissions.resolve(message.request, message.outcome);
    else if (message.kind === 'message') messages.resolve(message.request, message.outcome);
    else if (message.kind === 'listen') void listen(message.options);
    else void listener?.stop().then(() => out.send({ kind: 'stopped' }));
  }
});
