import type { z } from 'zod';
import type { Client } from '../client/client.ts';
import type { Context } from '../context.ts';

/** Dependencies of tools while a model is connected. */
export interface Session {
  readonly context: Context;
  /** The client, once it is sure that its key is one for agents. */
  client(): Promise<Client>;
  /** Part of each query that can show text: withholds that of held mail, unless the owner lets it through. */
  readonly access: { readonly quarantine_access?: 'metadata' };
  /** The mailbox that a call means: the named one, the one of the profile, or the only one. */
  mailbox(named: string | undefined): Promise<string>;
  /** The idempotency key of a call: that of its arguments, or of the wish that it names. */
  keyFor(wish: Wish): Promise<string>;
}

/** Input of a call that must not run twice. */
export interface Wish {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly intent: string | undefined;
  /** The mailbox, or the message or draft, that an intent is about. */
  readonly about: string;
}

/** Effect of a call. */
export type Effect = 'reads' | 'marks' | 'writes' | 'sends';

/** One thing that a model may do. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodRawShape;
  readonly effect: Effect;
  /** The answer holds text that others wrote. */
  readonly untrusted: boolean;
  readonly run: (session: Session, input: Readonly<Record<string, unknown>>) => Promise<object>;
}

interface ToolDefinition<S extends z.ZodRawShape> extends Omit<Tool, 'input' | 'run'> {
  readonly input: S;
  readonly run: (session: Session, input: z.output<z.ZodObject<S>>) => Promise<object>;
}

/** Declares a tool; its input is typed from its shape. */
export function tool<S extends z.ZodRawShape>(definition: ToolDefinition<S>): Tool {
  const { run, ...rest } = definition;
  // The server checked `input` against the same shape that types it.
  return { ...rest, run: (session, input) => run(session, input as z.output<z.ZodObject<S>>) };
}
