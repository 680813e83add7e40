/** So many transactions share the cost of a commit well enough. */
const ENOUGH = 8;
/** Milliseconds of a turn of the event loop after which there is much else going on. */
const BUSY_TURN = 0.5;
/** Milliseconds that the first of a group waits at most. */
const PATIENCE = 10;

/** The clock of `performance`, milliseconds. */
type Now = () => number;

/**
 * Calls back at the end of a turn of the event loop in which transactions came in. While the turns are long and bring
 * more, it waits for the next one: what keeps them long, such as other sends on their way, ends in transactions too, and
 * a commit costs as much as several of these. A loop that has nothing else to do is never waited for.
 */
export function gather(waiting: () => number, ready: () => void, now: Now = () => performance.now()): void {
  const until = now() + PATIENCE;
  const nextTurn = (known: number): void => {
    const began = now();
    setImmediate(() => {
      const count = waiting();
      const time = now();
      const moreToCome = count > known && count < ENOUGH && time - began > BUSY_TURN && time < until;
      if (moreToCome) nextTurn(count);
      else ready();
    });
  };
  nextTurn(0);
}
