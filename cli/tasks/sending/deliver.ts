import type { RequestHeader } from '../../../shared/contract/endpoint.ts';
import type { EffectStatus, SendReply } from '../../../shared/contract/messages.ts';
import type { waitForDecision } from '../../../shared/contract/reading.ts';
import type { probeIdempotency } from '../../../shared/contract/sending.ts';
import { revisionKey } from '../../../shared/revision-key.ts';
import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { type CommandOutcome, result } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, UnreachableError, UsageError } from '../../errors.ts';
import { optionalDuration } from '../../input/options/duration.ts';
import { definedFields } from '../../input/options/input.ts';
import { flag, text } from '../../input/options/kinds.ts';
import type { ExitName } from '../../machine/exit-codes.ts';
import { sentMessage } from '../../output/views/sending.ts';
import { reconnecting } from '../waiting/arrivals.ts';
import { untilDecided } from '../waiting/decision.ts';

export type SendHeaders = Partial<Record<RequestHeader, string>>;

export const deliveryFlags = {
  idempotencyKey: text(
    '--idempotency-key <KEY>',
    'Send only once for this key; a repeat returns the first result. Default: a new key.',
  ),
  strict: flag(
    '--strict',
    'Return an error if the message is held or blocked, or the key was used with other content.',
  ),
  wait: optionalDuration(
    '--wait [DURATION]',
    'If the message is held, wait for a decision. Default: up to 1 hour.',
  ),
};

export const revisesFlag = text(
  '--revises <MESSAGE>',
  'Send this as a new version of a denied message: full or short ID. It has an idempotency key of its own.',
);

/** Refuses a key that was used with other content. */
export const STRICT_KEY = 'idempotency=strict';

interface DeliveryInput {
  readonly idempotencyKey: string | undefined;
  readonly strict: boolean;
  readonly wait: number | true | undefined;
}

/** Endpoints that `wait` needs. */
interface FollowCalls {
  readonly decision: typeof waitForDecision;
  readonly probe: typeof probeIdempotency;
}

/** The calls of a send. */
interface SendCalls {
  readonly post: (client: Client, headers: SendHeaders) => Promise<SendReply>;
  /** ID of the denied message of which this is a new version. */
  readonly revises?: string | undefined;
  readonly following?: FollowCalls;
}

const TRIES = 10;
const RETRY_AFTER_MS = 1_000;
const LONGEST_WAIT_SECONDS = 3_600;

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
 * Sends once: the idempotency key makes repeated requests safe. With `wait`, waits for the decision about a
 * held message.
 */
export async function deliver(
  context: CommandContext,
  input: DeliveryInput,
  { post, revises, following }: SendCalls,
): Promise<CommandOutcome> {
  if (input.strict && input.wait !== undefined) {
    throw new UsageError("--strict and --wait can't be combined.");
  }
  const key = keyOf(context, input, revises);
  const headers: SendHeaders = {
    'idempotency-key': key,
    ...(input.strict ? { prefer: `outcome=strict, ${STRICT_KEY}` } : {}),
  };
  const { reply: first, wasLost } = await persist(context, key, (client) => post(client, headers));
  const { wait } = input;
  const last =
    wait === undefined || !following ? first : await follow(context, { key, first, wait }, following);
  const { replayed: _, differs: __, recipient: ___, ...reply } = last;
  // After a lost answer, a replay of the same content is of this send.
  const { replayed, differs, recipient } = first;
  const isThisSend = wasLost && differs === undefined;
  const replay = isThisSend ? {} : definedFields({ replayed, differs, recipient });
  return result({ ...reply, ...replay, idempotency_key: key }, sentMessage, exitOf(last));
}

function keyOf(
  { world }: CommandContext,
  { idempotencyKey: key }: DeliveryInput,
  revises: string | undefined,
): string {
  if (key === undefined) return world.randomId();
  return revises === undefined ? key : revisionKey(key, revises);
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

/** Waits for the decision, then asks for the answer of the key again. */
async function follow(
  context: CommandContext,
  { key, first, wait }: HeldSend,
  { decision, probe }: FollowCalls,
): Promise<SendReply> {
  if (!isUndecided(first)) return first;
  const seconds = wait === true ? LONGEST_WAIT_SECONDS : wait;
  context.say(`Held: message ${first.message_id}. Waiting up to ${seconds} s for a decision.`);
  const headers = { 'idempotency-key': key };
  try {
    const outcome = await untilDecided(context, { id: first.message_id, seconds }, decision);
    if (outcome === null) return first;
    return await reconnecting(context, context.world.interrupted, (client) =>
      client.call(probe, { headers }),
    );
  } catch (error) {
    throw withKey(error, key);
  }
}

function isUndecided(answer: SendReply): boolean {
  return UNDECIDED.includes(effectOf(answer));
}
