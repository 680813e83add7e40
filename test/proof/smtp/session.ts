import type { Attacker, Target } from './target.ts';

/** One session of an ordinary client that delivers message after message, from its own address. */
export class Session {
  readonly #target: Target;
  readonly #client: Attacker;
  /** Replies received before the next message. */
  #heard = 0;

  constructor(target: Target) {
    this.#target = target;
    this.#client = target.connect(5000);
  }

  get isClosed(): boolean {
    return this.#client.isClosed;
  }

  /** Resolves to the refusal, or null when the message was stored. */
  async deliver(): Promise<string | null> {
    const client = this.#client;
    if (this.#heard === 0) await this.#greet();
    client.say(`${this.#target.envelope}DATA\r\n`);
    await client.hear(this.#heard + 3);
    client.say(this.#target.message('Ordinary'));
    const reply = (await client.hear(this.#heard + 4))[this.#heard + 3] ?? 'nothing';
    this.#heard += 4;
    return /^250 2\.0\.0 Stored/.test(reply) ? null : reply;
  }

  /** Ends the session; says so if the daemon ended it before. */
  async quit(): Promise<string[]> {
    const client = this.#client;
    const problems = client.isClosed ? [`cut off: ${client.replies.at(-1)}`] : [];
    client.say('QUIT\r\n');
    await client.closed();
    return problems;
  }

  async #greet(): Promise<void> {
    await this.#client.hear(1);
    this.#client.say('EHLO client.example\r\n');
    this.#heard = (await this.#client.hear(2)).length;
  }
}
