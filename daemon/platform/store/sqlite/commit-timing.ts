/** Transactions that share the cost of a commit well enough. */
const FULL_GROUP = 8;
/** A turn of the event loop of this many milliseconds means that the daemon is busy. */
const BUSY_TURN = 0.5;
/** Maximum wait of the first transaction, milliseconds. */
const MAX_WAIT = 10;

/** The clock of `performance`, milliseconds. */
type Now = () => number;

/**
 * Calls back at the end of a turn of the event loop with transactions. While turns are long and bring more,
 * it waits for the next one: other work in progress, such as sends, will end in transactions too, and a
 * commit costs as much as several of them. It never waits for an idle loop.
 */
export function whenGroupIsReady(
  waiting: () => number,
  ready: () => void,
  now: Now = () => performance.now(),
): void {
  const deadline = now() + MAX_WAIT;
  const nextTurn = (known: number): void => {
    const began = now();
    setImmediate(() => {
      const count = waiting();
      const time = now();
      const moreToCome = count > known && count < FULL_GROUP && time - began > BUSY_TURN && time < deadline;
      if (moreToCome) nextTurn(count);
      else ready();
    });
  };
  nextTurn(0);
}
