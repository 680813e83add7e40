import { z } from 'zod';
import type { ToolEffect } from '../client/tools.ts';
import type { answerInvitation } from '../contract/calendar-replies.ts';
import type { Endpoint, EndpointRequest, ReplyOf } from '../contract/endpoint.ts';
import type { forward } from '../contract/forwarding.ts';
import type { MessageListItem } from '../contract/messages.ts';
import type { reply, send } from '../contract/sending.ts';

/** Access of a model to the API, for the time of one call. */
export interface Session {
  /** Calls an endpoint with the key of the model. */
  call<E extends Endpoint>(endpoint: E, request: EndpointRequest<E>): Promise<ReplyOf<E>>;
  /** Sends once for the idempotency key; the answer names the key. */
  send<E extends SendEndpoint>(endpoint: E, request: EndpointRequest<E>, key: string): Promise<object>;
  /** Part of each query that returns text: withholds that of held mail, unless the owner allows it. */
  readonly access: { readonly quarantine_access?: 'metadata' };
  /** The named mailbox, else the default one, else the only one. */
  mailbox(named: string | undefined): Promise<string>;
  /** The idempotency key of a call, from its arguments or its named intent. */
  keyFor(wish: IntendedCall): Promise<string>;
  /** The time from which messages are new, by the daemon's clock. */
  now(): Promise<string>;
  /** Messages of a mailbox as they arrive, oldest first. */
  arrivals(awaited: AwaitedArrivals): AsyncIterable<MessageListItem>;
  /** The failure behind an error of these functions. */
  explain(error: unknown): ToolFailure;
}

type SendEndpoint = typeof send | typeof reply | typeof forward | typeof answerInvitation;

/** Arrivals that a tool waits for. */
interface MarkFilters {
  readonly label?: string | undefined;
  readonly without_label?: string | undefined;
  readonly tag?: string | undefined;
}

export interface AwaitedArrivals {
  readonly mailbox: string;
  /** Messages after this time count. */
  readonly since: string;
  readonly seconds: number;
  /** Also yields denied messages that are neither revised nor marked as read. */
  readonly denied?: boolean;
  /** Asks for `extracted` in each message: a comma-separated list. */
  readonly extract?: string;
  /** Kinds of automatic mail to skip: a comma-separated list. */
  readonly skipped?: string;
  /** Only messages with these labels and this tag. */
  readonly marks?: MarkFilters;
}

/** Input of a call that must not run twice. */
export interface IntendedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly intent: string | undefined;
  /** The mailbox, or the message or draft, that an intent is about. */
  readonly about: string;
}

/** A failed call, as a model reads it. */
export interface ToolFailure {
  readonly message: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly hint?: string | undefined;
}

/** A failure of a call. */
export class ToolError extends Error {
  override name = 'ToolError';
  readonly failure: ToolFailure;

  constructor(failure: ToolFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A tool for models. */
export interface Tool {
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  readonly description: string;
  /** Unknown input is refused: without its misspelled time, a scheduled message would be sent at once. */
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
  /** Fields of the answer that a model can depend on; there may be more. */
  readonly output: () => z.ZodObject;
  readonly effect: ToolEffect;
  /** The answer has foreign text. */
  readonly untrusted: boolean;
  readonly run: (session: Session, input: Readonly<Record<string, unknown>>) => Promise<object>;
}

interface ToolDefinition<S extends z.ZodRawShape> extends Omit<Tool, 'input' | 'run'> {
  readonly input: S;
  readonly run: (session: Session, input: z.output<z.ZodObject<S>>) => Promise<object>;
}

/** Declares a tool and infers its input. */
export function tool<S extends z.ZodRawShape>(definition: ToolDefinition<S>): Tool {
  const { run, input: fields, ...rest } = definition;
  return {
    ...rest,
    input: z.strictObject(fields),
    // The server checked `input` against the same shape that types it.
    run: (session, input) => run(session, input as z.output<z.ZodObject<S>>),
  };
}
