import type { Decision, DeliveryAttempt, EventData, Message, Resources, TakenCode } from './api.d.ts';

/** Address and key of a client. */
export interface AgentMailOptions {
  /** Address of the daemon, such as `http://127.0.0.1:4310`. */
  url: string;
  /** API key. */
  key: string;
  /** Seconds for an answer, 30 by default. Waits take as long as they are told to. */
  timeout?: number;
  /** How often a call that is safe to repeat is tried again, 2 by default. */
  retries?: number;
  /** Another `fetch` than the global one. */
  fetch?: typeof globalThis.fetch;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Seconds for an answer, instead of the client's. */
  timeout?: number;
}

/** Options of a call with an idempotency key. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * Key of your choice, by which a repetition of the call has no second effect, even from another process. By
   * default one is made for each call.
   */
  idempotencyKey?: string;
  /** `Prefer` header, such as `respond-async`. */
  prefer?: string;
}

/** Type of an event, such as `message.received`. */
export type EventName = keyof EventData;

/** An event of the stream. `event` tells what `data` is. */
export type MailEvent<Name extends EventName = EventName> = {
  [Each in Name]: {
    /** ID of the event. */
    id: string;
    event: Each;
    /** Time of the event. */
    occurred_at: string;
    account_id: string;
    data: EventData[Each];
    /** Position after this event, for `since`. */
    cursor: string;
  };
}[Name];

/** Which events to follow. */
export interface StreamFilter<Name extends EventName = EventName> {
  /** Only these types. */
  events?: readonly Name[];
  /** Only events of this mailbox: its name or ID. */
  mailbox?: string;
  /** Begin after this cursor or time, instead of now. */
  since?: string;
}

/** The message to wait for. */
export interface AwaitedMail {
  /** Name or ID of the mailbox. */
  mailbox: string;
  /** Only a message whose sender contains this. */
  from?: string;
  /** Only a message whose subject contains this. */
  subject?: string;
  /** Count messages after this time, instead of those that arrive from now on. */
  since?: string;
  /**
   * Also return denied messages (`direction` is `outbound`) that are neither revised nor marked as read. They
   * come until then, so revise them with `revises`, or mark them as read.
   */
  denied?: boolean;
  /** Skip all automatic mail, such as absence notes and mail of lists. For programs that answer mail. */
  skipAutomatic?: boolean;
  /** Give up after this many seconds in total, 30 by default. May be Infinity. */
  timeout?: number;
}

/** The code to take. */
export interface AwaitedCode {
  /** Name or ID of the mailbox. */
  mailbox: string;
  /** Only messages whose sender contains this. */
  from?: string;
  /** Only messages whose subject contains this. */
  subject?: string;
  /**
   * Only messages to this address of the mailbox, with its tag: `signup+shop@example.com` or `signup+shop`.
   */
  address?: string;
  /** A one-time code (by default), a link that signs in or confirms, or either. */
  kind?: 'otp' | 'link' | 'any';
  /** Minutes since the message arrived, at most; 10 by default. */
  max_age?: number;
  /** Also return a code that was already taken. */
  again?: boolean;
  /** Give up after this many seconds in total, 30 by default. May be Infinity. */
  timeout?: number;
}

/** A message as the API returns it: with its text, or in a list with the beginning of it. */
export interface MessageText {
  subject: string;
  body?: { content: string | null };
  body_preview?: string;
}

/** A client with one key. Methods are grouped by resource; fields are named as in the HTTP API. */
export type AgentMailClient = Resources & LongCalls;

/** Calls that the client continues until there is a result. */
export interface LongCalls {
  messages: {
    /**
     * Waits for a message that arrives from now on, as `agentmail wait` does, and returns it with its text;
     * null after the timeout. Held mail counts too: check `state`.
     */
    waitFor(awaited: AwaitedMail, options?: CallOptions): Promise<Message | null>;
  };
  codes: {
    /**
     * Takes the code of the newest matching message that no code was taken from yet, else waits for one; null
     * after the timeout. No later call returns the same code unless it asks for it `again`.
     */
    wait(awaited: AwaitedCode, options?: CallOptions): Promise<TakenCode | null>;
  };
  /** Decisions about held messages. */
  decisions: {
    /**
     * Waits until a held message is decided, and returns the decision; after the timeout, 30 seconds by
     * default, with `decided: false`.
     */
    wait(messageId: string, wait?: { timeout?: number }, options?: CallOptions): Promise<Decision>;
  };
  /** Events as they happen. */
  events: {
    /**
     * Follows events, from now on by default. A lost connection is continued after the last event, so none is
     * missed or repeated.
     */
    stream<Name extends EventName = EventName>(
      filter?: StreamFilter<Name>,
      options?: CallOptions,
    ): AsyncGenerator<MailEvent<Name>, void, undefined>;
  };
  webhooks: {
    /** Follows deliveries as their attempts end. */
    streamDeliveries(
      input?: { webhook?: string; since?: string },
      options?: CallOptions,
    ): AsyncGenerator<DeliveryAttempt, void, undefined>;
  };
}
