import { useEffect } from 'react';
import { createStore } from './store.ts';

const SHOWN_MS = 6_000;

const said = createStore('');

/** Says in a line at the edge of the page what was done. */
export function say(text: string): void {
  said.set(text);
}

export function Toast() {
  const text = said.use();
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => said.set(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <div role="status">{text !== '' && <p className="toast corner">{text}</p>}</div>;
}
