import { useEffect, useRef } from 'react';
import { streamEvents } from '../../shared/contract/event-stream.ts';
import type { EventEnvelope, EventType } from '../../shared/contract/events.ts';

const RETRY_MS = 5_000;

/** A stream of the API. */
export interface Stream {
  readonly url: string;
  /** Names of the entries to follow. */
  readonly types: readonly string[];
}

export interface StreamListener<Entry> {
  readonly opened?: () => void;
  readonly lost?: () => void;
  readonly happened: (entry: Entry) => void;
}

/** Events from now on, or since a time. */
export function eventsOf(types: readonly EventType[], since?: Date): Stream {
  const from = since ? `&since=${since.toISOString()}` : '';
  return { url: `${streamEvents.path}?events=${types.join(',')}${from}`, types };
}

/** A stream, open while the page is visible: browsers share few connections among all pages. */
export class Feed<Entry = EventEnvelope> {
  readonly #stream: Stream;
  readonly #listener: StreamListener<Entry>;
  #source: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(stream: Stream, listener: StreamListener<Entry>) {
    this.#stream = stream;
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
    const source = new EventSource(this.#stream.url);
    source.onopen = () => this.#listener.opened?.();
    source.onerror = () => {
      this.#listener.lost?.();
      // The browser doesn't try again after a refusal.
      if (source.readyState === EventSource.CLOSED) this.#retry = setTimeout(this.#follow, RETRY_MS);
    };
    for (const type of this.#stream.types) {
      source.addEventListener(type, ({ data }) => this.#listener.happened(JSON.parse(data)));
    }
    this.#source = source;
  };

  #end(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
  }
}

/** Follows a stream while the view is shown. `stream` must not change. */
export function useStream<Entry = EventEnvelope>(stream: Stream, listener: StreamListener<Entry>): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const feed = new Feed<Entry>(stream, {
      opened: () => latest.current.opened?.(),
      lost: () => latest.current.lost?.(),
      happened: (entry) => latest.current.happened(entry),
    });
    return () => feed.close();
  }, [stream]);
}
