import type { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import type { CommandContext } from '../../context.ts';

/** Shows a person what a wait is for, and how long it still lasts. */
export class WaitProgress {
  readonly #context: CommandContext;
  readonly #text: () => string;
  #end: (() => void) | undefined;

  constructor(context: CommandContext, addresses: readonly string[], deadline: number) {
    this.#context = context;
    this.#text = () => {
      const left = Math.max(0, Math.ceil((deadline - context.world.clock.now()) / 1000));
      const until = Number.isFinite(left) ? `${left} s left` : 'press Ctrl+C to stop';
      return `Waiting for mail to ${addresses.join(', ')}: ${until}`;
    };
  }

  async show(): Promise<void> {
    this.#end ??= await this.#context.progress(this.#text);
  }

  hide(): void {
    this.#end?.();
    this.#end = undefined;
  }
}

/** Addresses of mailboxes that are named by name or id; the daemon isn't asked when no one looks. */
export async function addressesOf(
  context: CommandContext,
  mailboxes: readonly string[],
  endpoint: typeof listMailboxes,
): Promise<readonly string[]> {
  if (context.json || !context.world.stderr.isTTY) return mailboxes;
  const client = await context.client();
  const { mailboxes: known } = await client.call(endpoint, {});
  return mailboxes.map((each) => {
    const wanted = each.toLowerCase();
    return known.find(({ id, name }) => id === wanted || name === wanted)?.address ?? each;
  });
}
