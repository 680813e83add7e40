import type { Transferable } from 'node:worker_threads';

/**
 * Maximum batch. Sending everything at the end of a busy turn would leave the other thread idle meanwhile.
 */
const TOGETHER = 8;

/** A worker, or its parent port. */
type Port = { postMessage(value: unknown, transfer?: readonly Transferable[]): void };

/** Sends messages to another thread in batches: a trip costs more than its content. */
export class BatchedSender<Message> {
  readonly #port: Port;
  readonly #whenDue: (send: () => void) => void;
  #waiting: Message[] = [];
  #transfer: Transferable[] = [];

  /** `whenDue` calls back when no more messages are expected soon. */
  constructor(port: Port, whenDue: (send: () => void) => void) {
    this.#port = port;
    this.#whenDue = whenDue;
  }

  /** Transferred objects are detached when the batch is sent, at once or a moment later. */
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
