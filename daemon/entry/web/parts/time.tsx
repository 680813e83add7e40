import { useEffect, useState } from 'react';
import { relativeTime } from '../../../../shared/relative-time.ts';

const STEP_MS = 10_000;

/** A moment as its distance from now, with the whole date as its title. */
export function Time({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {relativeTime(at, now)}
    </time>
  );
}
