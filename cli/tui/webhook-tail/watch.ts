import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { StreamedDelivery, streamDeliveries } from '../../../shared/contract/event-stream.ts';
import type { retryDelivery } from '../../../shared/contract/webhooks.ts';
import { ApiError } from '../../client/errors.ts';
import type { EndpointRecord } from '../../command.ts';
import type { Context } from '../../context.ts';
import { followDeliveries } from '../../events/follow.ts';
import { usesColours } from '../../output.ts';
import { clockTime } from '../../terminal/time.ts';
import { bad, type Cell, good, quiet, warning } from '../../views/document.ts';
import { deliveryLine } from '../../views/events.ts';
import { openScreen } from '../screen.ts';
import { tailFrame } from './frame.ts';
import { EMPTY_TAIL, reduceTail, selectedDelivery, type TailAction } from './state.ts';

const USUAL_SIZE = { width: 80, height: 24 };
/** `q` and Ctrl-C. */
const ENDING: ReadonlySet<string> = new Set(['q', '\u0003']);

interface Endpoints extends EndpointRecord {
  readonly streamDeliveries: typeof streamDeliveries;
  readonly retryDelivery: typeof retryDelivery;
}

type Query = QueryOf<typeof streamDeliveries>;

/** Shows deliveries on the whole terminal and takes keys, until `q`; leaves the last lines behind. */
export async function watchDeliveries(context: Context, query: Query, endpoints: Endpoints): Promise<void> {
  const { world } = context;
  const screen = openScreen(world.stdout);
  const ended = new AbortController();
  const signal = AbortSignal.any([world.interrupted, ended.signal]);
  const about = query?.webhook === undefined ? 'to all webhooks' : `to webhook ${query.webhook}`;
  const size = () => ({
    width: world.stdout.columns ?? USUAL_SIZE.width,
    height: world.stdout.rows ?? USUAL_SIZE.height,
    colours: usesColours(world),
    now: world.clock.now(),
  });
  let state = EMPTY_TAIL;
  let drawing: NodeJS.Immediate | undefined;
  const draw = () => {
    drawing = undefined;
    screen.show(tailFrame(state, about, size()));
  };
  // Many that arrive together are drawn once.
  const act = (action: TailAction) => {
    if (signal.aborted) return;
    state = reduceTail(state, action);
    drawing ??= setImmediate(draw);
  };
  const say = (message: Cell) => act({ kind: 'say', message });
  const inner = {
    ...context,
    world: { ...world, interrupted: signal },
    notice: (text: string) => say(warning(text)),
  };

  const showDeliveries = async () => {
    for await (const delivery of followDeliveries(inner, query, endpoints.streamDeliveries)) {
      act({ kind: 'attempt', delivery });
    }
  };
  const takeKeys = async () => {
    for await (const key of world.stdin.keys?.(signal) ?? []) {
      if (ENDING.has(key)) return;
      const selected = selectedDelivery(state);
      if (key === 'r' && selected) void retry(inner, selected, endpoints, act);
      else act({ kind: 'key', key });
    }
  };
  draw();
  try {
    await untilOneEnds([showDeliveries, takeKeys], ended);
  } finally {
    clearImmediate(drawing);
    screen.close();
  }
  const { height } = size();
  for (const delivery of state.deliveries.slice(1 - height)) await context.emit(delivery, deliveryLine);
}

/** Ends all when one ends, waits for all, and fails as the first that failed. */
async function untilOneEnds(parts: readonly (() => Promise<void>)[], ended: AbortController): Promise<void> {
  const outcomes = await Promise.allSettled(parts.map((part) => part().finally(() => ended.abort())));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function retry(
  context: Context,
  delivery: StreamedDelivery,
  { retryDelivery }: Endpoints,
  act: (action: TailAction) => void,
): Promise<void> {
  const say = (message: Cell) => act({ kind: 'say', message });
  say(quiet(`Requesting a retry of ${delivery.event_type} ${delivery.id}`));
  try {
    const client = await context.client();
    const params = { id: delivery.webhook_id, delivery_id: delivery.id };
    await client.call(retryDelivery, { params });
    act({ kind: 'retried', delivery });
    say(good(`Retrying: ${delivery.event_type} ${delivery.id}`));
  } catch (error) {
    say(bad(reasonOf(error, delivery)));
  }
}

/** A pending delivery can't be retried. */
function reasonOf(error: unknown, { next_retry_at: next }: StreamedDelivery): string {
  if (error instanceof ApiError && error.code === 'CONFLICT') {
    const when = next === null ? '' : `, next at ${clockTime(next)}`;
    return `Still being retried${when}; only a finished delivery can be retried.`;
  }
  return error instanceof Error ? error.message : String(error);
}
