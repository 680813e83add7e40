import { setTimeout as delay } from 'node:timers/promises';
import { HOUR } from '../../../daemon/platform/system/clock.ts';

/** Milliseconds before a reader connects again, and of silence after which it changes the node. */
const PAUSE = 200;
const SILENCE = 20_000;

/** Reads an account's event stream to its end, from one node after the other, as a program would. */
export class StreamReader {
  /** Ids of the events, in the order in which they came. */
  readonly ids: string[] = [];
  readonly #origin: () => string | null;
  readonly #key: string;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #cursor: string | null = null;

  constructor(origin: () => string | null, key: string) {
    this.#origin = origin;
    this.#key = key;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const origin = this.#origin();
      if (origin !== null) await this.#read(origin).catch(() => undefined);
      await delay(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }

  async #read(origin: string): Promise<void> {
    const over = new AbortController();
    let timer = setTimeout(() => over.abort(), SILENCE);
    const from =
      this.#cursor === null ? `since=${encodeURIComponent(new Date(Date.now() - HOUR).toISOString())}` : '';
    const response = await fetch(`${origin}/v1/events?${from}`, {
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(this.#cursor !== null && { 'last-event-id': this.#cursor }),
      },
      signal: AbortSignal.any([this.#stop.signal, over.signal]),
    });
    const decoder = new TextDecoder();
    let rest = '';
    try {
      if (response.status !== 200) return;
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer);
        timer = setTimeout(() => over.abort(), SILENCE);
        const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #take(block: string): void {
    const cursor = /^id: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (cursor === undefined || data === undefined) return;
    this.#cursor = cursor;
    this.ids.push((JSON.parse(data) as { id: string }).id);
  }
}
