import { useEffect, useRef } from 'react';
import type { EventEnvelope, EventType } from '../../shared/contract/events.ts';

const RETRY_MS = 5_000;

export interface EventListener {
  readonly opened?: () => void;
  readonly lost?: () => void;
  readonly happened: (event: EventEnvelope) => void;
}

/** The event stream, open while the page is visible: browsers share few connections among all pages. */
export class EventFeed {
  readonly #types: readonly EventType[];
  readonly #listener: EventListener;
  #source: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(types: readonly EventType[], listener: EventListener) {
    this.#types = types;
    this.#listener = listener;
    document.addEventListener('visibilitychange', this.#follow);
    this.#follow();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#follow);
    this.#end();
  }

  readonly #follow = (): void => {
    this.#end();
    if (document.hidden) return;
    const source = new EventSource(`/v1/events?events=${this.#types.join(',')}`);
    source.onopen = () => this.#listener.opened?.();
    source.onerror = () => {
      this.#listener.lost?.();
      // The browser doesn't try again after a refusal.
      if (source.readyState === EventSource.CLOSED) this.#retry = setTimeout(this.#follow, RETRY_MS);
    };
    for (const type of this.#types) {
      source.addEventListener(type, ({ data }) => this.#listener.happened(JSON.parse(data)));
    }
    this.#source = source;
  };

  #end(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
  }
}

/** Follows events while the view is shown. `types` must not change. */
export function useEvents(types: readonly EventType[], listener: EventListener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const feed = new EventFeed(types, {
      opened: () => latest.current.opened?.(),
      lost: () => latest.current.lost?.(),
      happened: (event) => latest.current.happened(event),
    });
    return () => feed.close();
  }, [types]);
}
