import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { type CODE_KINDS, LIMITS } from '../../../shared/contract/limits.ts';
import type { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import type { TakenCode, waitForCode } from '../../../shared/contract/one-time-codes.ts';
import { definedFields } from '../../../shared/defined-fields.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError } from '../../errors.ts';
import { ANSWER_MARGIN_MS, pauseAfterEarlyAnswer, reconnecting } from './arrivals.ts';
import { addressesOf, WaitProgress } from './progress.ts';

interface CodeInput {
  /** May be an address of the mailbox with a tag. */
  readonly mailbox: string;
  /** Seconds. */
  readonly timeout: number | undefined;
  readonly from: string | undefined;
  readonly subject: string | undefined;
  readonly kind: (typeof CODE_KINDS)[number] | undefined;
  /** Minutes. */
  readonly maxAge?: number | undefined;
  readonly again?: boolean;
}

interface CodeEndpoints {
  readonly waitForCode: typeof waitForCode;
  readonly listMailboxes: typeof listMailboxes;
}

type CodeAnswer = ReplyOf<typeof waitForCode>;

/** Takes a code and prints it alone, for scripts too, unless JSON was requested. */
export async function printCode(
  context: CommandContext,
  input: CodeInput,
  endpoints: CodeEndpoints,
): Promise<'ok'> {
  const timeout = input.timeout ?? LIMITS.waitSeconds.default;
  const deadline = context.world.clock.now() + timeout * 1000;
  const { mailbox, address } = addressed(input.mailbox);
  const shown =
    address === undefined ? await addressesOf(context, [mailbox], endpoints.listMailboxes) : [address];
  const progress = new WaitProgress(context, shown, deadline);
  let answer: CodeAnswer;
  try {
    await progress.show();
    answer = await untilTaken(context, { ...input, mailbox, address, deadline }, endpoints.waitForCode);
  } finally {
    progress.hide();
  }
  if (answer.code === null) throw noCode(timeout, answer.held);
  await print(context, answer.code);
  return 'ok';
}

/**
 * `signup+shop@example.com` is an address of the mailbox `signup@example.com`; the domain may be left out.
 */
function addressed(typed: string): { readonly mailbox: string; readonly address: string | undefined } {
  const [, name, domain = ''] = /^([^@+]+)\+[^@]+(@.*)?$/.exec(typed) ?? [];
  return name === undefined
    ? { mailbox: typed, address: undefined }
    : { mailbox: name + domain, address: typed };
}

interface Awaited extends CodeInput {
  readonly address: string | undefined;
  /** Milliseconds since 1970, by the clock of the world. */
  readonly deadline: number;
}

/** Asks until there is a code or time is up. */
async function untilTaken(
  context: CommandContext,
  awaited: Awaited,
  endpoint: typeof waitForCode,
): Promise<CodeAnswer> {
  const { clock, interrupted: signal } = context.world;
  const { mailbox, from, subject, address, kind, maxAge, again, deadline } = awaited;
  const filter = definedFields({ sender: from, subject, address, kind, max_age: maxAge });
  for (;;) {
    const askedAt = clock.now();
    const left = Math.ceil((deadline - askedAt) / 1000);
    const timeout = Math.min(LIMITS.waitSeconds.max, Math.max(LIMITS.waitSeconds.min, left));
    const answer = await reconnecting(context, signal, (client) =>
      client.call(endpoint, {
        params: { id: mailbox },
        body: { ...filter, timeout, ...(again && { again }) },
        timeoutMs: timeout * 1000 + ANSWER_MARGIN_MS,
        signal,
      }),
    );
    if (answer.code !== null || clock.now() >= deadline) return answer;
    await pauseAfterEarlyAnswer(context, signal, askedAt);
  }
}

async function print(context: CommandContext, code: TakenCode): Promise<void> {
  const { safeJson, safeLine } = await import('../../output/terminal/safe.ts');
  context.raw(context.jsonAsked ? `${safeJson(code)}\n` : `${safeLine(code.value)}\n`);
}

function noCode(timeout: number, held: number): CommandError {
  return new CommandError(`No code arrived in ${timeout} s.`, {
    exit: 'nothing_arrived',
    code: 'NOTHING_ARRIVED',
    details: { held },
    hint:
      held > 0
        ? `a message from this sender is held; a person can release it: agentmail messages list --state quarantined`
        : 'request a new code, or print the last one that was taken with --again',
  });
}
