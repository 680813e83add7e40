/** A timeout of an exchange, combined with a caller's signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True after the timeout. */
  readonly isOver: () => boolean;
  /** Removes the timeout; the caller's signal still aborts. */
  readonly lift: () => void;
  /** Removes the timer and the listener. */
  readonly end: () => void;
}

export function startDeadline(milliseconds: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort(new Error(`no response within ${milliseconds / 1000} s`));
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
