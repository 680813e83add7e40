import type { Service } from './service.ts';

/** A reader of `GET /v1/events`, or of another stream, as a program would write one. */

export interface StreamedEvent {
  readonly cursor: string;
  readonly type: string;
  readonly envelope: {
    readonly id: string;
    readonly event: string;
    readonly account_id: string;
    readonly data: Record<string, unknown>;
  };
}

export class EventSource {
  readonly events: StreamedEvent[] = [];
  readonly comments: string[] = [];
  /** Resolves when the server ends the stream or the connection breaks. */
  readonly ended: Promise<void>;
  readonly startCursor: string;
  readonly #abort: AbortController;
  #changed: () => void = () => undefined;

  private constructor(response: Response, abort: AbortController) {
    this.#abort = abort;
    this.startCursor = response.headers.get('x-event-cursor') ?? '';
    this.ended = this.#read(response).catch(() => undefined);
  }

  static async open(
    service: Service,
    key: string | null,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
    path = '/v1/events',
  ): Promise<EventSource> {
    const abort = new AbortController();
    const response = await fetch(`${service.daemon.runtime.http}${path}?${new URLSearchParams(query)}`, {
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
      signal: abort.signal,
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return new EventSource(response, abort);
  }

  close(): void {
    this.#abort.abort();
  }

  /** Resolves when the condition holds; it is looked at whenever something arrives. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      this.#changed();
    }
  }

  #take(block: string): void {
    if (block.startsWith(':')) {
      this.comments.push(block);
      return;
    }
    const lines = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
    this.events.push({
      cursor: lines.get('id') ?? '',
      type: lines.get('event') ?? '',
      envelope: JSON.parse(lines.get('data') ?? 'null'),
    });
  }
}
