import { signatureHeaders, standardHeaders } from '../../../shared/receiver/webhooks.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Forwarded } from '../../output/views/events.ts';
import type { FollowedEvent } from './follow.ts';

/** The timeout of webhooks. */
const ANSWER_MS = 10_000;

export interface Receiver {
  readonly url: string;
  readonly secret: string;
}

/** Accepts any http or https address: it's the user's own machine. Throws a usage error for others. */
export function receiverOf(url: string, secret: string): Receiver {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return { url: parsed.href, secret };
  throw new UsageError(`"${url}" isn't an HTTP URL.`, 'example: --forward-to http://localhost:3000/hook');
}

/** Posts an event like a webhook, with the same body and valid signature headers. */
export async function forward(
  context: CommandContext,
  receiver: Receiver,
  { cursor, envelope }: FollowedEvent,
): Promise<Forwarded> {
  const { clock, fetch, interrupted } = context.world;
  const body = JSON.stringify(envelope);
  const began = clock.now();
  const { id, event, occurred_at } = envelope;
  const timestamp = Math.floor(began / 1000);
  // A complete request, as the command line's fetch requires.
  const request = new Request(receiver.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': `agentmail-listen/${context.world.machine.version}`,
      ...standardHeaders(receiver.secret, { id, timestamp, body }),
      ...signatureHeaders(receiver.secret, timestamp, body),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), interrupted]),
  });
  const post = async () => fetch(request);
  const answer = await post().then(
    async (response) => {
      await response.body?.cancel();
      return { status: response.status, error: response.ok ? null : errorOf(response.status) };
    },
    (error: unknown) => ({ status: null, error: reasonOf(error) }),
  );
  return { id, event, occurred_at, cursor, milliseconds: clock.now() - began, ...answer };
}

function errorOf(status: number): string {
  return status >= 300 && status < 400 ? `http_redirect_forbidden: ${status}` : `http_${status}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timeout';
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
