import type { z } from 'zod';
import type { Client } from '../client/client.ts';
import type { CommandContext } from '../context.ts';

/** Dependencies of tools while a model is connected. */
export interface Session {
  readonly context: CommandContext;
  /** The client, after checking that its key is an agent key. */
  client(): Promise<Client>;
  /** Part of each query that returns text: withholds that of held mail, unless the owner allows it. */
  readonly access: { readonly quarantine_access?: 'metadata' };
  /** The named mailbox, else the profile's, else the only one. */
  mailbox(named: string | undefined): Promise<string>;
  /** The idempotency key of a call, from its arguments or its named intent. */
  keyFor(wish: IntendedCall): Promise<string>;
}

/** Input of a call that must not run twice. */
export interface IntendedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly intent: string | undefined;
  /** The mailbox, or the message or draft, that an intent is about. */
  readonly about: string;
}

/** Effect of a call. */
export type ToolEffect = 'reads' | 'marks' | 'writes' | 'sends';

/** A tool for models. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodRawShape;
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
  const { run, ...rest } = definition;
  // The server checked `input` against the same shape that types it.
  return { ...rest, run: (session, input) => run(session, input as z.output<z.ZodObject<S>>) };
}
