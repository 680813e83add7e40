import type { RequestHeader } from '../../shared/contract/endpoint.ts';
import type { SendReply } from '../../shared/contract/messages.ts';
import type { probeIdempotency } from '../../shared/contract/sending.ts';
import type { Client } from '../client/client.ts';
import { ApiError } from '../client/errors.ts';
import { type CommandOutcome, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, UnreachableError, UsageError } from '../errors.ts';
import type { ExitName } from '../exit-codes.ts';
import { optionalDuration } from '../options/duration.ts';
import { given } from '../options/input.ts';
import { flag, text } from '../options/kinds.ts';
import { sentMessage } from '../views/sending.ts';

type EffectStatus = SendReply['email_effect']['effect_status'];
export type SendHeaders = Partial<Record<RequestHeader, string>>;

export const deliveryFlags = {
  idempotencyKey: text(
    '--idempotency-key <KEY>',
    'Send only once for this key; a repeat returns the first result. Default: a new key.',
  ),
  strict: flag('--strict', 'Return an error if the message is held or blocked.'),
  wait: optionalDuration(
    '--wait [DURATION]',
    'If the message is held, wait for a decision. Default: up to 1 hour.',
  ),
};

interface DeliveryInput {
  readonly idempotencyKey: string | undefined;
  readonly strict: boolean;
  readonly wait: number | true | undefined;
}

/** The calls of a send. */
interface SendCalls {
  readonly post: (client: Client, headers: SendHeaders) => Promise<SendReply>;
  /** Only needed for `wait`. */
  readonly probe?: typeof probeIdempotency;
}

const TRIES = 10;
const RETRY_AFTER_MS = 1_000;
const LONGEST_WAIT_SECONDS = 3_600;
const FIRST_LOOK_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

const EXIT_OF: Readonly<Record<EffectStatus, ExitName>> = {
  sent: 'ok',
  held_for_review: 'held',
  held_infrastructure: 'transient',
  in_flight: 'transient',
  indeterminate: 'transient',
  blocked: 'refused',
};
/** Exits of `exitOf`. */
export const SEND_EXITS: readonly ExitName[] = [...new Set(Object.values(EXIT_OF))];
const UNDECIDED: readonly EffectStatus[] = ['held_for_review', 'held_infrastructure', 'in_flight'];

/**
 * Sends once: the idempotency key makes repeated requests safe. With `wait`, polls a held message until it's
 * decided.
 */
export async function deliver(
  context: CommandContext,
  input: DeliveryInput,
  { post, probe }: SendCalls,
): Promise<CommandOutcome> {
  if (input.strict && input.wait !== undefined) {
    throw new UsageError("--strict and --wait can't be combined.");
  }
  const key = input.idempotencyKey ?? context.world.randomId();
  const headers: SendHeaders = {
    'idempotency-key': key,
    ...(input.strict ? { prefer: 'outcome=strict' } : {}),
  };
  const { reply: first, wasLost } = await persist(context, key, (client) => post(client, headers));
  const { wait } = input;
  const last = wait === undefined || !probe ? first : await follow(context, { key, first, wait }, probe);
  const { replayed: _, recipient: __, ...reply } = last;
  // After a lost answer, a replay is of this send.
  const replay = wasLost ? {} : given({ replayed: first.replayed, recipient: first.recipient });
  return result({ ...reply, ...replay, idempotency_key: key }, sentMessage, exitOf(last));
}

/** Exit of a command that reports this send. */
export function exitOf(reply: Pick<SendReply, 'email_effect' | 'replacement'>): ExitName {
  return EXIT_OF[effectOf(reply)];
}

/** Effect of a send; if a person edited the message, that of its replacement. */
function effectOf({
  email_effect,
  replacement,
}: Pick<SendReply, 'email_effect' | 'replacement'>): EffectStatus {
  return replacement?.effect_status ?? email_effect.effect_status;
}

/** A reply, and whether the answer to an earlier attempt was lost. */
interface Persisted<T> {
  readonly reply: T;
  readonly wasLost: boolean;
}

/** Repeats a call that was interrupted or is in flight; other errors end it. */
async function persist<T>(
  context: CommandContext,
  key: string,
  attempt: (client: Client) => Promise<T>,
): Promise<Persisted<T>> {
  let client = await context.client();
  let wasLost = false;
  for (let tried = 1; ; tried += 1) {
    try {
      return { reply: await attempt(client), wasLost };
    } catch (error) {
      if (tried === TRIES || !isWorthRepeating(error)) throw withKey(error, key);
      wasLost ||= error instanceof UnreachableError;
      context.say('No response yet. Retrying with the same idempotency key.');
      await context.world.clock.sleep(RETRY_AFTER_MS, context.world.interrupted);
    }
    client = await context.client({ fresh: true }).catch((error: unknown) => {
      throw withKey(error, key);
    });
  }
}

function isInFlight(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'IDEMPOTENT_REQUEST_IN_FLIGHT';
}

/** The scan of an upload always ends, as requests do. */
function isWorthRepeating(error: unknown): boolean {
  if (error instanceof UnreachableError || isInFlight(error)) return true;
  return error instanceof ApiError && error.code === 'ATTACHMENT_SCAN_PENDING';
}

/** Adds the idempotency key, which a repetition of the command needs. */
function withKey(error: unknown, key: string): unknown {
  const hint = isInFlight(error)
    ? `agentmail idempotency ${key} shows the result`
    : `it may have been sent; retry safely with --idempotency-key ${key}`;
  if (!(error instanceof UnreachableError || isInFlight(error))) return error;
  const { failure } = error;
  const details = { ...failure.details, idempotency_key: key };
  return new CommandError(error.message, { ...failure, details, hint });
}

interface HeldSend {
  readonly key: string;
  readonly first: SendReply;
  /** Seconds; true for the longest wait. */
  readonly wait: number | true;
}

/** Polls by key in growing intervals; unlike a read, that leaves no audit row. */
async function follow(
  context: CommandContext,
  { key, first, wait }: HeldSend,
  probe: typeof probeIdempotency,
): Promise<SendReply> {
  const { clock, interrupted } = context.world;
  const limit = wait === true ? LONGEST_WAIT_SECONDS : wait;
  const deadline = clock.now() + limit * 1000;
  // Approved mail may be in dispatch for long; keep waiting.
  const look = (client: Client) =>
    client.call(probe, { headers: { 'idempotency-key': key } }).catch((error: unknown) => {
      if (isInFlight(error)) return error;
      throw error;
    });
  let current: SendReply | ApiError = first;
  let pause = FIRST_LOOK_MS;
  if (isUndecided(current))
    context.say(`Held: message ${first.message_id}. Waiting up to ${limit} s for a decision.`);
  while (isUndecided(current) && clock.now() < deadline && !interrupted.aborted) {
    await clock.sleep(Math.min(pause, deadline - clock.now()), interrupted);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    current = (await persist(context, key, look)).reply;
  }
  if (current instanceof ApiError) throw withKey(current, key);
  return current;
}

function isUndecided(answer: SendReply | ApiError): boolean {
  return answer instanceof ApiError || UNDECIDED.includes(effectOf(answer));
}
