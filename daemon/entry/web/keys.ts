import { useEffect, useRef } from 'react';

/** Where a browser keeps that its person turned single keys off, as speech input needs. */
const STORED = 'agentmail.keys';

export function usesKeys(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function turnKeys(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}

/** Actions by key, as in the terminal. */
export type KeyBindings = ReadonlyMap<string, () => void>;

/** Acts on single keys while no field, control or dialog has them. */
export function useKeys(keys: KeyBindings): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!usesKeys()) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isTyping = isIn(event, 'input:not([type=checkbox]), textarea, select, dialog');
      const isControl = isIn(event, 'button, a, summary, input');
      const scrolls = isIn(event, '.message-pane') && /^(?:Arrow(?:Up|Down)| )$/.test(event.key);
      if (scrolls || isTyping || (isControl && (event.key === ' ' || event.key === 'Enter'))) return;
      const act = latest.current.get(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function isIn({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
