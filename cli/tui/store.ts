/** State that changes only through actions, for `useSyncExternalStore`. */
export interface StateStore<State, Action> {
  readonly state: () => State;
  readonly act: (action: Action) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

/** Subscribers hear of actions that arrive together once, so the screen is drawn once. */
export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): StateStore<State, Action> {
  const subscribers = new Set<() => void>();
  let state = initial;
  let isNotifying = false;
  const notify = () => {
    isNotifying = false;
    for (const changed of subscribers) changed();
  };
  return {
    state: () => state,
    act: (action) => {
      const before = state;
      state = reduce(before, action);
      if (state === before || isNotifying) return;
      isNotifying = true;
      setImmediate(notify);
    },
    subscribe: (changed) => {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
}
