import type { Transferable } from 'node:worker_threads';

/**
 * Messages that are sent on together at most. If all of a busy turn of the event loop went at its end, one thread would
 * wait while the other works; so both work at once.
 */
const TOGETHER = 8;

/** A worker, or the port to the thread that made one. */
type Port = { postMessage(value: unknown, transfer?: readonly Transferable[]): void };

/** Sends messages to another thread in arrays of several: a trip costs more than what travels. */
export class BatchedSender<Message> {
  readonly #port: Port;
  readonly #whenDue: (send: () => void) => void;
  #waiting: Message[] = [];
  #transfer: Transferable[] = [];

  /** `whenDue` calls back when no more messages are expected to follow closely. */
  constructor(port: Port, whenDue: (send: () => void) => void) {
    this.#port = port;
    this.#whenDue = whenDue;
  }

  /** What is transferred is gone from this thread when the message is sent, at once or a moment later. */
  send(message: Message, ...transfer: readonly Transferable[]): void {
    const count = this.#waiting.push(message);
    this.#transfer.push(...transfer);
    if (count === 1) this.#whenDue(() => this.#flush());
    else if (count >= TOGETHER) this.#flush();
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    const messages = this.#waiting;
    const transfer = this.#transfer;
    this.#waiting = [];
    this.#transfer = [];
    this.#port.postMessage(messages, transfer);
  }
}
