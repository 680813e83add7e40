import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** Begins the keys of all that this view reads. */
export const STATUS = 'status';

/** A busy account has hundreds of events a second. */
const REFRESHES_APART_MS = 5_000;

/** Returns a function that reads the view again: at once, and then at most every few seconds. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    const refresh = () => {
      timer.current = undefined;
      if (!isWanted.current) return;
      isWanted.current = false;
      void queries.invalidateQueries({ queryKey: [STATUS] });
      timer.current = setTimeout(refresh, REFRESHES_APART_MS);
    };
    isWanted.current = true;
    if (timer.current === undefined) refresh();
  }, [queries]);
}
