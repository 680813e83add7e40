import { NotAccepted } from '../replies.ts';
import type { Outcome } from './protocol.ts';

/** Questions of one kind that another thread answers. */
export class Questions<Answer> {
  readonly #open = new Map<number, PromiseWithResolvers<Answer>>();
  #count = 0;

  /** `send` gets the question's number. */
  ask(send: (question: number) => void): Promise<Answer> {
    const question = ++this.#count;
    const asked = Promise.withResolvers<Answer>();
    this.#open.set(question, asked);
    send(question);
    return asked.promise;
  }

  settle(question: number, outcome: Outcome<Answer>): void {
    const asked = this.#open.get(question);
    this.#open.delete(question);
    if ('answer' in outcome) asked?.resolve(outcome.answer);
    else
      asked?.reject(outcome.reply ? new NotAccepted(outcome.error, outcome.reply) : new Error(outcome.error));
  }
}
