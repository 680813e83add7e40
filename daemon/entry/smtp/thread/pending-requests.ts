import { NotAccepted } from '../replies.ts';
import type { ThreadOutcome } from './protocol.ts';

/** Requests of one kind to another thread that have no reply yet. */
export class PendingRequests<Reply> {
  readonly #pending = new Map<number, PromiseWithResolvers<Reply>>();
  #count = 0;

  /** `send` gets the request's number. */
  send(send: (request: number) => void): Promise<Reply> {
    const request = ++this.#count;
    const pending = Promise.withResolvers<Reply>();
    this.#pending.set(request, pending);
    send(request);
    return pending.promise;
  }

  resolve(request: number, outcome: ThreadOutcome<Reply>): void {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    if ('answer' in outcome) pending?.resolve(outcome.answer);
    else
      pending?.reject(
        outcome.reply ? new NotAccepted(outcome.error, outcome.reply) : new Error(outcome.error),
      );
  }
}
