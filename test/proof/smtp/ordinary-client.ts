import type { Target } from './target.ts';

/** An ordinary client that delivers mail all the time, from an address of its own, while others misbehave. */
export class OrdinaryClient {
  served = 0;
  /** Milliseconds that it waited for one message at most. */
  longest = 0;
  readonly refusals: string[] = [];
  readonly #target: Target;
  #going = true;
  #running: Promise<void> | null = null;

  constructor(target: Target) {
    this.#target = target;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.#running;
  }

  async #run(): Promise<void> {
    const client = this.#target.connect(5000);
    client.say('');
    await client.hear(1);
    client.say('EHLO client.example\r\n');
    await client.hear(2);
    // Not before it was served once: an attack may be over sooner.
    for (let heard = 2; (this.#going || this.served === 0) && !client.isClosed; heard += 4) {
      const began = performance.now();
      client.say(`${this.#target.envelope}DATA\r\n`);
      await client.hear(heard + 3);
      client.say(this.#target.message('Ordinary'));
      const reply = (await client.hear(heard + 4))[heard + 3] ?? 'nothing';
      this.longest = Math.max(this.longest, performance.now() - began);
      if (/^250 2\.0\.0 Stored/.test(reply)) this.served += 1;
      else this.refusals.push(reply);
      // As often as people write, not as a load.
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    if (client.isClosed) this.refusals.push(`cut off: ${client.replies.at(-1)}`);
    client.say('QUIT\r\n');
    await client.closed();
  }
}
