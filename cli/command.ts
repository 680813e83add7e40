import type { Endpoint, ReplyOf } from '../shared/contract/endpoint.ts';
import type { RequestOf } from './client/client.ts';
import type { CommandContext } from './context.ts';
import type { GatedCall } from './input/asking/prove.ts';
import type { Argument, Arguments, EndpointRecord, Flags, InputOf, Values } from './input/options/flag.ts';
import type { ExitName } from './machine/exit-codes.ts';
import type { OwnCodeName } from './machine/own-codes.ts';
import type { World } from './machine/world.ts';
import type { Document, View } from './output/views/document.ts';

/** Result of a command: data, its view for people, and its exit. */
export interface CommandOutcome {
  readonly data: unknown;
  readonly document: () => ReturnType<View<never>>;
  readonly exit: ExitName;
  /** May exceed a screen, so people get it in a pager. */
  readonly long?: true;
}

/** Pairs a result with its view. */
export function result<Data>(data: Data, view: View<Data>, exit: ExitName = 'ok'): CommandOutcome {
  return { data, document: () => view(data), exit };
}

/** A result that may be longer than a screen. */
export function longResult<Data>(data: Data, view: View<Data>): CommandOutcome {
  return { ...result(data, view), long: true };
}

/** The context of a command with what the command line is itself. */
export interface ProgramContext extends CommandContext {
  /** All commands; with `words`, those that the words cannot mean have names only, which is quicker. */
  readonly tree: (words?: readonly string[]) => Promise<CommandTree>;
  /** Runs another command line in its own world; returns its exit code. */
  readonly run: (argv: readonly string[], world: World) => Promise<number>;
}

export interface Example {
  readonly command: string;
  readonly about: string;
}

/** Declarations of a command for parsing, help, completion and tests. */
interface Declaration<F extends Flags, A extends Arguments> {
  /** Its words, as `['mailboxes', 'create']`. */
  readonly name: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly flags?: F;
  readonly arguments?: A;
  readonly examples: readonly Example[];
  /** Streams results; as JSON lines for programs. */
  readonly stream?: true;
  /** Flags that it doesn't declare are words; its exit codes are those of sysexits.h. */
  readonly takesAllFlags?: true;
  /** Errors of its own, besides the common ones. */
  readonly codes?: readonly OwnCodeName[];
  /** Exits besides `ok` that aren't errors. */
  readonly exits?: readonly ExitName[];
}

/** A command that makes one call and shows the reply. */
type CallDefinition<F extends Flags, A extends Arguments, E extends Endpoint> = Declaration<F, A> & {
  /** Loaded when it runs, so that help needs no schemas. */
  readonly endpoint: () => Promise<E>;
  readonly view: (reply: ReplyOf<E>, input: InputOf<F, A>) => Document;
  /** The reply may be longer than a screen. */
  readonly long?: true;
  readonly exit?: (reply: ReplyOf<E>) => ExitName;
  /** The daemon may ask for re-authentication. */
  readonly proof?: GatedCall;
} & RequestMaker<F, A, E>;

/** Makes the request of the call; unnecessary if the endpoint takes nothing. */
type RequestMaker<F extends Flags, A extends Arguments, E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? { readonly request?: MakeRequest<F, A, E> }
    : { readonly request: MakeRequest<F, A, E> };
type MakeRequest<F extends Flags, A extends Arguments, E extends Endpoint> = (
  input: InputOf<F, A>,
  context: CommandContext,
) => RequestOf<E> | Promise<RequestOf<E>>;

/** A command that does more than one call. */
interface RunDefinition<F extends Flags, A extends Arguments, E extends EndpointRecord>
  extends Declaration<F, A> {
  /** The only endpoints that `run` can call. Loaded when it runs, so that help needs no schemas. */
  readonly endpoints?: () => Promise<E>;
  readonly run: (
    context: ProgramContext,
    input: InputOf<F, A>,
    endpoints: E,
  ) => Promise<CommandOutcome | ExitName>;
}

/** A command without its inner types, for lists. */
export interface Command {
  readonly name: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly flags: Flags;
  readonly arguments: Arguments;
  readonly examples: readonly Example[];
  readonly endpoints: () => Promise<EndpointRecord>;
  /** Endpoints that it may call besides, to find what flags and arguments name. */
  readonly lookups: () => Promise<EndpointRecord>;
  readonly stream?: true;
  readonly takesAllFlags?: true;
  readonly codes?: readonly OwnCodeName[];
  readonly exits?: readonly ExitName[];
  readonly execute: (
    context: ProgramContext,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<CommandOutcome | ExitName>;
}

/** Commands under a title in `--help`. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** All commands as help and completion show them. */
export interface CommandTree {
  readonly groups: readonly CommandGroup[];
  /** Descriptions of nouns. */
  readonly nouns: Readonly<Record<string, string>>;
}

type None = Record<never, never>;

/** Declares a command and infers its input, request and reply. */
export function command<
  const F extends Flags = None,
  const A extends Arguments = None,
  const E extends EndpointRecord = None,
>(definition: RunDefinition<F, A, E>): Command;
export function command<
  const E extends Endpoint,
  const F extends Flags = None,
  const A extends Arguments = None,
>(definition: CallDefinition<F, A, E>): Command;
export function command(declared: unknown): Command {
  const definition = declared as AnyDefinition;
  const { name, summary, examples, flags = {}, arguments: words = {} } = definition;
  const taken = [...Object.values(flags), ...Object.values(words)];
  return {
    ...definition,
    ...{ name, summary, examples, flags, arguments: words },
    endpoints: async () => ({ ...(await ownEndpoints(definition)), ...(await lookupsOf(taken, true)) }),
    lookups: () => lookupsOf(taken, false),
    execute: async (context, input) =>
      'run' in definition
        ? definition.run(context, input as never, (await ownEndpoints(definition)) as never)
        : callOnce(definition, context, input),
  };
}

/** Both definitions without their types: the parser built the input from the declaration that types it. */
type AnyDefinition = AnyCall | AnyRun;
interface AnyRun extends Declaration<Flags, Arguments> {
  readonly endpoints?: () => Promise<EndpointRecord>;
  readonly run: (
    context: ProgramContext,
    input: never,
    endpoints: never,
  ) => Promise<CommandOutcome | ExitName>;
}
interface AnyCall extends Declaration<Flags, Arguments> {
  readonly endpoint: () => Promise<Endpoint>;
  readonly request?: (input: never, context: CommandContext) => unknown;
  readonly view: (reply: never, input: never) => Document;
  readonly long?: true;
  readonly exit?: (reply: never) => ExitName;
  readonly proof?: GatedCall;
}

async function ownEndpoints(definition: AnyDefinition): Promise<EndpointRecord> {
  if ('run' in definition) return (await definition.endpoints?.()) ?? {};
  const endpoint = await definition.endpoint();
  return { [endpoint.id]: endpoint };
}

async function lookupsOf(taken: readonly Lookups[], declared: boolean): Promise<EndpointRecord> {
  const asked = taken.filter(({ declares = false }) => declares === declared);
  return Object.assign({}, ...(await Promise.all(asked.map(({ lookup }) => lookup?.()))));
}
type Lookups = Pick<Argument<unknown>, 'lookup' | 'declares'>;

async function callOnce(
  definition: AnyCall,
  context: CommandContext,
  input: Values,
): Promise<CommandOutcome> {
  const endpoint = await definition.endpoint();
  const typed = input as never;
  const request = ((await definition.request?.(typed, context)) ?? {}) as RequestOf<Endpoint>;
  const { proof } = definition;
  const challenge = input.challenge as string | undefined;
  const reply = await (proof
    ? (await import('./input/asking/prove.ts')).callWithProof(context, {
        ...proof,
        challenge,
        endpoint,
        request,
      })
    : (await context.client()).call(endpoint, request));
  const data = reply as never;
  return {
    data,
    document: () => definition.view(data, typed),
    exit: definition.exit?.(data) ?? 'ok',
    ...(definition.long && { long: true }),
  };
}

/** How the arguments of a command are written, as `<MESSAGE> [FILE...]`. */
export function takenBy({ arguments: taken }: Pick<Command, 'arguments'>): string {
  return Object.values(taken).map(writtenAs).join(' ');
}

export function writtenAs({ label, optional, variadic }: Argument<unknown>): string {
  const name = variadic ? `${label}...` : label;
  return optional ? `[${name}]` : `<${name}>`;
}
