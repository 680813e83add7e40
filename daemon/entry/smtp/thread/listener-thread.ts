import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HeaderSummary } from '../../../content/mime/headers.ts';
import type { ReceivedContent } from '../../../mail/inbound/accept.ts';
import type { Admission } from '../../../mail/inbound/admission.ts';
import type { SmtpEnvelope, SmtpListenerOptions } from '../listener.ts';
import { NotAccepted } from '../replies.ts';
import type { SmtpListener } from '../serve.ts';
import { BatchedSender } from './batched-sender.ts';
import type { AdmissionTicket, FromThread, ThreadOutcome, ToThread, WrittenCopies } from './protocol.ts';

export type SmtpListenerThreadOptions = Omit<SmtpListenerOptions, 'accept'> & {
  /** Existing folder for large messages. */
  readonly blobFolder: string;
  /** Decides how many copies of a large message are written, before they are. */
  readonly admit: (envelope: SmtpEnvelope, bytes: number) => Promise<Admission>;
  /**
   * As in the listener, but a large message arrives as the synced files of its admission, to be used or
   * removed.
   */
  readonly accept: (
    envelope: SmtpEnvelope,
    content: ReceivedContent,
    headers: HeaderSummary,
  ) => Promise<readonly string[]>;
};

/** Starts the thread, which loads its modules and then waits for `SmtpListenerThread.start`. */
export function startSmtpThread(): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./smtp.worker.${extension}`, import.meta.url), { name: 'smtp' });
}

/**
 * The listener in a thread of its own. Requests don't wait for SMTP and for writing large messages, and the
 * next messages are received while a commit waits for the disk. `checkRecipient`, `accept` and the log run in
 * this thread.
 */
export class SmtpListenerThread implements SmtpListener {
  readonly #options: SmtpListenerThreadOptions;
  readonly #started = Promise.withResolvers<{ readonly host: string; readonly port: number }>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #worker: Worker;
  readonly #out: BatchedSender<ToThread>;
  /** Admissions whose copies are being written. */
  readonly #admissions = new Map<number, Admission>();
  #nextTicket = 0;
  #isStarted = false;
  #stopping: Promise<void> | null = null;

  /** Takes a thread that was just started. */
  constructor(worker: Worker, options: SmtpListenerThreadOptions) {
    this.#worker = worker;
    this.#options = options;
    this.#out = new BatchedSender<ToThread>(worker, process.nextTick);
    worker.on('message', (batch: readonly FromThread[]) => {
      for (const message of batch) this.#receive(message);
    });
    worker.once('error', (error) => this.#started.reject(error));
    // Reported by start().
    this.#started.promise.catch(() => undefined);
  }

  async start(): Promise<{ readonly host: string; readonly port: number }> {
    const { listen, hostname, authservIds, tls = null, limits = {}, blobFolder } = this.#options;
    const { trustedProxies = [] } = this.#options;
    this.#isStarted = true;
    const options = { listen, hostname, authservIds, tls, limits, trustedProxies, blobFolder };
    this.#out.send({ kind: 'listen', options });
    const place = await this.#started.promise;
    // A daemon without its listener must not seem alive, so rethrow in this thread.
    this.#worker.once('error', (error) => {
      throw error;
    });
    return place;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    if (this.#isStarted) {
      this.#out.send({ kind: 'stop' });
      await Promise.race([this.#stopped.promise, once(this.#worker, 'exit')]);
    }
    await this.#worker.terminate();
  }

  #receive(message: FromThread): void {
    const { checkRecipient, accept, log, sessionEnded } = this.#options;
    switch (message.kind) {
      case 'listening':
        this.#started.resolve({ host: message.host, port: message.port });
        break;
      case 'not_listening':
        this.#started.reject(Object.assign(new Error(message.message), message.facts));
        break;
      case 'recipient': {
        const { kind, request, address, context } = message;
        this.#answer(checkRecipient(address, context), (outcome) => ({ kind, request, outcome }));
        break;
      }
      case 'message': {
        const { kind, request, envelope, headers } = message;
        const content = this.#contentOf(message.content);
        this.#answer(accept(envelope, content, headers), (outcome) => ({ kind, request, outcome }));
        break;
      }
      case 'admit': {
        const { kind, request, envelope, bytes } = message;
        this.#answer(this.#admit(envelope, bytes), (outcome) => ({ kind, request, outcome }));
        break;
      }
      case 'abandoned':
        this.#take(message.ticket).release();
        break;
      case 'log':
        log[message.level](message.message, message.facts);
        break;
      case 'session_ended':
        sessionEnded?.(message.record);
        break;
      case 'stopped':
        this.#stopped.resolve();
    }
  }

  async #admit(envelope: SmtpEnvelope, bytes: number): Promise<AdmissionTicket> {
    const admission = await this.#options.admit(envelope, bytes);
    const ticket = this.#nextTicket++;
    this.#admissions.set(ticket, admission);
    return { ticket, copies: admission.copies.length };
  }

  #take(ticket: number): Admission {
    const admission = this.#admissions.get(ticket);
    if (!admission) throw new Error(`no admission ${ticket}`);
    this.#admissions.delete(ticket);
    return admission;
  }

  #contentOf(content: Uint8Array<ArrayBuffer> | WrittenCopies): ReceivedContent {
    if ('buffer' in content) return Buffer.from(content.buffer);
    return { admission: this.#take(content.ticket), blobs: content.blobs };
  }

  #answer<Answer>(work: Promise<Answer>, message: (outcome: ThreadOutcome<Answer>) => ToThread): void {
    work.then(
      (answer) => this.#out.send(message({ answer })),
      (error: unknown) => this.#out.send(message(failureOf(error))),
    );
  }
}

function failureOf(error: unknown): ThreadOutcome<never> {
  return {
    error: error instanceof Error ? error.message : String(error),
    reply: error instanceof NotAccepted ? error.reply : null,
  };
}
