import { useEffect, useState } from 'react';
import type { ScheduledRow } from './use-review.ts';

interface Options {
  readonly rows: readonly ScheduledRow[];
  readonly undo: () => void;
}

/** Takes decisions back while there is time. */
export function UndoButton({ rows, undo }: Options) {
  if (rows.length === 0) return null;
  return <Countdown dueAt={Math.max(...rows.map(({ fate }) => fate.dueAt))} undo={undo} />;
}

function Countdown({ dueAt, undo }: { readonly dueAt: number; readonly undo: () => void }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <button type="button" onClick={undo}>
      Undo (z) {Math.max(0, Math.ceil((dueAt - now) / 1000))} s
    </button>
  );
}
