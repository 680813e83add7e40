import { useSyncExternalStore } from 'react';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { StreamedDelivery, streamDeliveries } from '../../../shared/contract/event-stream.ts';
import type { retryDelivery } from '../../../shared/contract/webhooks.ts';
import { ApiError } from '../../client/errors.ts';
import type { CommandContext } from '../../context.ts';
import type { EndpointRecord } from '../../input/options/flag.ts';
import { usesColours } from '../../output/output.ts';
import { clockTime } from '../../output/terminal/time.ts';
import { bad, type Cell, good, quiet, warning } from '../../output/views/document.ts';
import { deliveryLine } from '../../output/views/events.ts';
import { followDeliveries } from '../../tasks/events/follow.ts';
import type { Key } from '../keys.ts';
import { Lines } from '../lines.tsx';
import { openScreen } from '../screen.tsx';
import { type ScreenSize, sizeOf } from '../screen-output.ts';
import { createStore, type StateStore } from '../store.ts';
import { tailFrame } from './frame.ts';
import { EMPTY_TAIL, reduceTail, selectedDelivery, type TailAction, type TailState } from './state.ts';

interface TailEndpoints extends EndpointRecord {
  readonly streamDeliveries: typeof streamDeliveries;
  readonly retryDelivery: typeof retryDelivery;
}

type Query = QueryOf<typeof streamDeliveries>;

/** Shows deliveries in full screen until `q`, then prints the last ones. */
export async function watchDeliveries(
  context: CommandContext,
  query: Query,
  endpoints: TailEndpoints,
): Promise<void> {
  const { world } = context;
  const ended = new AbortController();
  const signal = AbortSignal.any([world.interrupted, ended.signal]);
  const store = createStore(reduceTail, EMPTY_TAIL);
  const notice = (text: string) => store.act({ kind: 'say', message: warning(text) });
  const inner = { ...context, world: { ...world, interrupted: signal }, notice };
  const key = (key: Key) => {
    const pressed = key.kind === 'named' ? key.name : key.text;
    const selected = selectedDelivery(store.state());
    if (pressed === 'q' || pressed === 'interrupt') ended.abort();
    else if (pressed === 'redraw') screen.redraw();
    else if (pressed === 'r' && selected)
      void retry(inner, endpoints, { delivery: selected, act: store.act });
    else store.act({ kind: 'key', key });
  };
  const about = query?.webhook === undefined ? 'to all webhooks' : `to webhook ${query.webhook}`;
  const drawing = { about, colours: usesColours(world), now: () => world.clock.now() };
  const screen = openScreen(world, {
    draw: (size) => <Tail store={store} size={size} {...drawing} />,
    key,
  });
  signal.addEventListener('abort', screen.close);
  const showDeliveries = async () => {
    for await (const delivery of followDeliveries(inner, query, endpoints.streamDeliveries)) {
      store.act({ kind: 'attempt', delivery });
    }
  };
  await untilOneEnds([showDeliveries, () => screen.closed], ended);
  const { rows } = sizeOf(world.stdout);
  for (const delivery of store.state().deliveries.slice(1 - rows)) await context.emit(delivery, deliveryLine);
}

interface TailProps {
  readonly store: StateStore<TailState, TailAction>;
  readonly size: ScreenSize;
  readonly about: string;
  readonly colours: boolean;
  readonly now: () => number;
}

function Tail({ store, size: { columns: width, rows: height }, about, colours, now }: TailProps) {
  const state = useSyncExternalStore(store.subscribe, store.state);
  const lines = tailFrame(state, about, { width, height, colours, now: now() });
  return <Lines lines={lines} width={width} height={height} />;
}

/** Ends all when one ends, waits for all, and fails like the first that failed. */
async function untilOneEnds(
  parts: readonly (() => Promise<unknown>)[],
  ended: AbortController,
): Promise<void> {
  const outcomes = await Promise.allSettled(parts.map((part) => part().finally(() => ended.abort())));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

interface Retry {
  readonly delivery: StreamedDelivery;
  readonly act: (action: TailAction) => void;
}

async function retry(
  context: CommandContext,
  { retryDelivery }: TailEndpoints,
  { delivery, act }: Retry,
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
