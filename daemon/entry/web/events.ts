import { useEffect, useRef } from 'react';
import { serverSentEvents } from '../../../shared/client/server-sent-events.ts';
import { streamEvents } from '../../../shared/contract/event-stream.ts';
import type { EventEnvelope, EventType } from '../../../shared/contract/events.ts';
import { openStream } from './api.ts';
import { queries } from './queries.ts';
import { CALLER, signedOutBy } from './session/caller.ts';

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

/**
 * A stream, open while the page is visible: browsers share few connections among all pages. An `EventSource`
 * couldn't send the page's secret.
 */
export class Feed<Entry = EventEnvelope> {
  readonly #stream: Stream;
  readonly #listener: StreamListener<Entry>;
  #reading: AbortController | undefined;
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
    const reading = new AbortController();
    this.#reading = reading;
    void this.#read(reading.signal);
  };

  /** Reads until the stream is closed. One that breaks is opened again after the last entry. */
  async #read(signal: AbortSignal, lastId?: string): Promise<void> {
    let last = lastId;
    try {
      const { body } = await openStream(this.#stream.url, last, signal);
      this.#listener.opened?.();
      for await (const { id, type, data } of serverSentEvents(body ?? new ReadableStream(), signal)) {
        last = id ?? last;
        if (this.#stream.types.includes(type)) this.#listener.happened(JSON.parse(data));
      }
    } catch (error) {
      if (signal.aborted) return;
      if (signedOutBy(error)) void queries.invalidateQueries({ queryKey: CALLER });
    }
    if (signal.aborted) return;
    this.#listener.lost?.();
    this.#retry = setTimeout(() => void this.#read(signal, last), RETRY_MS);
  }

  #end(): void {
    clearTimeout(this.#retry);
    this.#reading?.abort();
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
