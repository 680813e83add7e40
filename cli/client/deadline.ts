/** A limit on the time that an exchange may take, joined with the wish of somebody else to end it. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time ran out. */
  readonly isOver: () => boolean;
  /** No limit any more; whoever else may end the exchange still can. */
  readonly lift: () => void;
  /** Lets go of the timer and of whoever else may end it. */
  readonly end: () => void;
}

export function startDeadline(milliseconds: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort(new Error(`no answer within ${milliseconds / 1000} s`));
  }, milliseconds);
  const pass = () => controller.abort(outer?.reason);
  if (outer?.aborted) pass();
  outer?.addEventListener('abort', pass, { once: true });
  const lift = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    isOver: () => over,
    lift,
    end: () => {
      lift();
      outer?.removeEventListener('abort', pass);
    },
  };
}
