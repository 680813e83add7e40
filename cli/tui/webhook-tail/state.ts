import type { StreamedDelivery } from '../../../shared/contract/event-stream.ts';
import type { Cell } from '../../output/views/document.ts';
import type { Key } from '../keys.ts';

/** Older deliveries are in `agentmail webhooks deliveries`. */
const REMEMBERED = 1000;

/** State of the screen of `webhooks tail`. */
export interface TailState {
  /** As of their last attempts, in the order of those attempts. */
  readonly deliveries: readonly StreamedDelivery[];
  /** ID of the delivery that the person selected. Default: the last failure. */
  readonly chosen: string | undefined;
  readonly showsDetails: boolean;
  /** The last message. */
  readonly message: Cell | undefined;
}

export type TailAction =
  | { readonly kind: 'attempt'; readonly delivery: StreamedDelivery }
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'say'; readonly message: Cell }
  /** The daemon accepted a retry. */
  | { readonly kind: 'retried'; readonly delivery: StreamedDelivery };

export const EMPTY_TAIL: TailState = {
  deliveries: [],
  chosen: undefined,
  showsDetails: false,
  message: undefined,
};

/** The delivery that keys apply to: the selected one, else the last failure, else the newest. */
export function selectedDelivery({ deliveries, chosen }: TailState): StreamedDelivery | undefined {
  return deliveries.find(({ id }) => id === chosen) ?? deliveries.findLast(hasFailed) ?? deliveries.at(-1);
}

export function reduceTail(state: TailState, action: TailAction): TailState {
  switch (action.kind) {
    case 'attempt': {
      const others = state.deliveries.filter(({ id }) => id !== action.delivery.id);
      return { ...state, deliveries: [...others, action.delivery].slice(-REMEMBERED) };
    }
    case 'retried':
      return { ...state, deliveries: state.deliveries.map((each) => restarted(each, action.delivery)) };
    case 'say':
      return { ...state, message: action.message };
    case 'key':
      return press(state, action.key);
  }
}

function press(state: TailState, key: Key): TailState {
  switch (key.kind === 'named' ? key.name : key.text) {
    case 'k':
    case 'up':
      return move(state, -1);
    case 'j':
    case 'down':
      return move(state, 1);
    case 'd':
      // Later failures don't replace the details.
      return { ...state, showsDetails: !state.showsDetails, chosen: selectedDelivery(state)?.id };
    default:
      return state;
  }
}

/** Moving past the newest clears the selection. */
function move(state: TailState, by: 1 | -1): TailState {
  const selected = selectedDelivery(state);
  if (!selected) return state;
  const target = state.deliveries.indexOf(selected) + by;
  return { ...state, message: undefined, chosen: state.deliveries[Math.max(0, target)]?.id };
}

/** Unchanged if its next attempt ended before the daemon's answer. */
function restarted(each: StreamedDelivery, retried: StreamedDelivery): StreamedDelivery {
  if (each !== retried) return each;
  return {
    ...each,
    status: 'pending',
    attempt_count: 0,
    http_status: null,
    last_error: null,
    response_preview: null,
    delivered_at: null,
    failed_at: null,
    next_retry_at: null,
  };
}

function hasFailed({ status }: StreamedDelivery): boolean {
  return status === 'abandoned' || status === 'retrying';
}
