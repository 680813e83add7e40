import type pg from 'pg';
import { SECOND } from '../../../system/clock.ts';
import type { Signal, SignalPublisher, SignalReception } from '../../signals.ts';
import { SignalListener } from './listener.ts';
import { ECHO, EVERYTHING, lineOf, readPayload } from './payload.ts';
import { SignalSender } from './sender.ts';

/** Milliseconds between echoes, and between looks without them. */
const TIMES = { echo: 15 * SECOND, poll: SECOND / 2 };
/** Echoes that a node may miss before others stop sending signals to it. */
const MISSED_ECHOES = 3;

/** Options of an exchange. */
interface ExchangeOptions {
  readonly connect: () => Promise<pg.Client>;
  /** Tells the payloads of this process from those of others. */
  readonly run: string;
  /** Receivers of this process. */
  readonly local: SignalPublisher;
  readonly times?: typeof TIMES;
}

/**
 * Publishes signals in this process at once, and in all other nodes of the database soon. It notifies itself
 * regularly: while that doesn't arrive, as behind a pooler that gives connections to transactions, or when
 * others can't be heard, the receivers of this process look again twice a second.
 */
export class SignalExchange implements SignalPublisher {
  readonly #options: ExchangeOptions;
  readonly #times: typeof TIMES;
  readonly #sender: SignalSender;
  readonly #listener: SignalListener;
  /** When each other node was heard last, by its run, on the monotonic clock. */
  readonly #heard = new Map<string, number>();
  #echoAskedAt: number | null = null;
  #echoMilliseconds: number | null = null;
  #isHeard = false;
  #echoing: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;

  constructor(options: ExchangeOptions) {
    const { connect, run } = options;
    this.#options = options;
    this.#times = options.times ?? TIMES;
    this.#sender = new SignalSender(connect, run);
    this.#listener = new SignalListener({
      connect,
      received: (payload) => this.#receive(payload),
      listening: () => {
        this.#options.local.publishEverything();
        this.#askForEcho();
      },
    });
  }

  /** Begins to listen, in the background. */
  start(): void {
    this.#poll();
    this.#echoing = setInterval(() => this.#checkEcho(), this.#times.echo).unref();
    void this.#listener.open();
  }

  get state(): SignalReception {
    return {
      mode: this.#isHeard ? 'echoes' : 'polls',
      echoMilliseconds: this.#echoMilliseconds,
      others: this.#heard.size,
    };
  }

  publish(signal: Signal): void {
    this.#options.local.publish(signal);
    // One node alone needn't write. One that hears nothing doesn't know whether it's alone.
    if (!this.#isHeard || this.#heard.size > 0) this.#sender.add(lineOf(signal));
  }

  publishEverything(): void {
    this.#options.local.publishEverything();
    this.#sender.add(EVERYTHING);
  }

  /** Sends what was published and ends. */
  async close(): Promise<void> {
    clearInterval(this.#echoing);
    clearInterval(this.#polling);
    await this.#listener.close();
    await this.#sender.close();
  }

  #receive(text: string): void {
    const { run, isEcho, signals } = readPayload(text);
    if (run !== this.#options.run) this.#noteOther(run);
    else if (isEcho) this.#noteEcho();
    // Its own signals were delivered before they were sent.
    if (run === this.#options.run) return;
    if (signals === 'everything') this.#options.local.publishEverything();
    else for (const signal of signals) this.#options.local.publish(signal);
  }

  #noteOther(run: string): void {
    const isNew = !this.#heard.has(run);
    this.#heard.set(run, performance.now());
    if (!isNew) return;
    // It hears this node now, and sends its signals from then on; earlier ones may be missing here.
    this.#sender.add(ECHO);
    this.#options.local.publishEverything();
  }

  #noteEcho(): void {
    if (this.#echoAskedAt !== null) this.#echoMilliseconds = performance.now() - this.#echoAskedAt;
    this.#echoAskedAt = null;
    this.#isHeard = true;
    clearInterval(this.#polling);
  }

  #askForEcho(): void {
    this.#echoAskedAt ??= performance.now();
    this.#sender.add(ECHO);
  }

  #checkEcho(): void {
    const oldest = performance.now() - MISSED_ECHOES * this.#times.echo;
    for (const [run, at] of this.#heard) if (at < oldest) this.#heard.delete(run);
    if (this.#echoAskedAt === null) {
      this.#askForEcho();
      return;
    }
    // Either connection may be dead without this side knowing.
    this.#echoAskedAt = null;
    this.#isHeard = false;
    this.#echoMilliseconds = null;
    this.#poll();
    this.#sender.reconnect();
    void this.#listener.open();
  }

  /** Looks again until an echo arrives. Nothing could be read while even a connection is missing. */
  #poll(): void {
    clearInterval(this.#polling);
    this.#polling = setInterval(() => {
      if (this.#listener.isListening) this.#options.local.publishEverything();
    }, this.#times.poll).unref();
  }
}
