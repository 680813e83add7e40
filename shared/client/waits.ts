import type { Decision, HealthReply, Message, MessageSummary, TakenCode } from './api.d.ts';
import type { ClientOperation } from './operation.ts';
import { pause } from './pause.ts';
import type { ApiTransport } from './transport.ts';
import type { AwaitedCode, AwaitedMail, CallOptions } from './types.ts';

const DEFAULT_SECONDS = 30;
/** Longest wait of one call. */
const LONGEST_SECONDS = 30;
/** Time that an answer may take beyond its wait. */
const MARGIN_SECONDS = 10;
const ALL_KINDS = 'reply,bulk,list,bounce';
/** Before every denial. */
const EPOCH = new Date(0).toISOString();
/** An empty answer that comes sooner means that the daemon is stopping. */
const SHORTEST_WAIT_MS = 500;

const HEALTH: ClientOperation = { method: 'GET', path: '/v1/health' };
const WAIT: ClientOperation = { method: 'GET', path: '/v1/mailboxes/:id/messages/wait', takes: 'query' };
const CODE: ClientOperation = { method: 'POST', path: '/v1/mailboxes/:id/codes/wait', takes: 'body' };
const DECISION: ClientOperation = { method: 'GET', path: '/v1/messages/:id/decision', takes: 'query' };
const MESSAGE: ClientOperation = { method: 'GET', path: '/v1/messages/:id', takes: 'query' };

/** Waits of the API, continued for as long as the caller wants. */
export class Waits {
  readonly #transport: ApiTransport;

  constructor(transport: ApiTransport) {
    this.#transport = transport;
  }

  async message(awaited: AwaitedMail, options: CallOptions = {}): Promise<Message | null> {
    const deadline = deadlineOf(awaited);
    let since = awaited.since ?? (await this.#now(options));
    let denials = awaited.denied ? { denied: true, denied_since: EPOCH } : {};
    for (;;) {
      const found = await this.#round<{ message: MessageSummary | null }>(
        {
          operation: WAIT,
          parts: [awaited.mailbox],
          deadline,
          isDone: ({ message }) => message !== null,
          options,
        },
        { since, ...denials, ...(awaited.skipAutomatic && { skip_automatic: ALL_KINDS }) },
      );
      if (found === null || found.message === null) return null;
      const { message } = found;
      const isDenied = message.direction === 'outbound';
      if (
        contains(isDenied ? message.recipient : message.sender, awaited.from) &&
        contains(message.subject, awaited.subject)
      )
        return this.#transport.call({ operation: MESSAGE, parts: [message.id], options });
      if (isDenied) denials = { denied: true, denied_since: message.review?.open_since ?? EPOCH };
      else since = message.created_at;
    }
  }

  async code(
    { mailbox, timeout, from, ...filter }: AwaitedCode,
    options: CallOptions = {},
  ): Promise<TakenCode | null> {
    const { code } = await this.#round<{ code: TakenCode | null }>(
      {
        operation: CODE,
        parts: [mailbox],
        deadline: deadlineOf(timeout === undefined ? {} : { timeout }),
        isDone: ({ code }) => code !== null,
        options,
      },
      { ...filter, ...(from !== undefined && { sender: from }) },
    );
    return code;
  }

  async decision(id: string, wait: { timeout?: number } = {}, options: CallOptions = {}): Promise<Decision> {
    const deadline = deadlineOf(wait);
    const isDone = ({ decided }: Decision) => decided;
    const last = await this.#round<Decision>(
      { operation: DECISION, parts: [id], deadline, isDone, options },
      {},
    );
    return last;
  }

  /** Waits again until there is a result or time is up; returns the last answer. */
  async #round<T>(wait: Wait<T>, query: object): Promise<T> {
    const { operation, parts, deadline, isDone, options } = wait;
    for (;;) {
      const askedAt = Date.now();
      const left = Math.ceil((deadline - askedAt) / 1000);
      const timeout = Math.min(LONGEST_SECONDS, Math.max(1, left));
      const answer = await this.#transport.call<T>({
        operation,
        parts,
        input: { ...query, timeout },
        options: { ...options, timeout: timeout + MARGIN_SECONDS },
      });
      if (isDone(answer) || Date.now() >= deadline) return answer;
      if (Date.now() - askedAt < SHORTEST_WAIT_MS) await pause(SHORTEST_WAIT_MS, options.signal);
    }
  }

  /**
   * A millisecond ago by the daemon's clock: `since` is exclusive, and a message of this millisecond is new.
   */
  async #now(options: CallOptions): Promise<string> {
    const { timestamp } = await this.#transport.call<HealthReply>({ operation: HEALTH, parts: [], options });
    return new Date(Date.parse(timestamp) - 1).toISOString();
  }
}

interface Wait<T> {
  readonly operation: ClientOperation;
  readonly parts: readonly string[];
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly isDone: (answer: T) => boolean;
  readonly options: CallOptions;
}

function deadlineOf({ timeout = DEFAULT_SECONDS }: { readonly timeout?: number }): number {
  return Date.now() + timeout * 1000;
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
