import type { BodyInputOf } from '../../../shared/contract/endpoint.ts';
import type { editMessage } from '../../../shared/contract/review.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Viewer } from '../../machine/world.ts';
import { editInEditor } from '../../tasks/reviewing/edit.ts';
import { deliver } from '../../tasks/sending/deliver.ts';
import type { ReviewEndpoints } from './effects.ts';
import { problemOf } from './problem.ts';
import type { Action, Away, Errand } from './state.ts';
import { say } from './view.ts';

const NO_HTML = 'Only a signed-in person can see the HTML (agentmail login).';

interface ErrandsInput {
  readonly context: CommandContext;
  readonly endpoints: ReviewEndpoints;
  readonly act: (action: Action) => void;
  /** Writes to the terminal without Ink. */
  readonly write: (text: string) => void;
}

/** Errands: the clipboard, other programs, the editor, the shell. */
export class Errands {
  readonly #source: ErrandsInput;
  #viewer: Promise<Viewer> | undefined;

  constructor(source: ErrandsInput) {
    this.#source = source;
  }

  run(errand: Extract<Errand, { kind: 'copy' | 'open' }>): void {
    // OSC 52: the terminal sets the clipboard, also over SSH.
    if (errand.kind === 'copy') this.#source.write(`\u001b]52;c;${btoa(errand.text)}\u0007`);
    else void this.#open(errand).catch((error: unknown) => this.#tell(error));
  }

  /** Runs while the screen is suspended. */
  async goAway(away: Away): Promise<void> {
    const { world } = this.#source.context;
    if (away.kind === 'suspend') return world.suspend?.();
    try {
      await this.#edit(away.id);
      this.#source.act({ kind: 'edited', id: away.id });
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Removes copies that other programs opened. */
  async close(): Promise<void> {
    const viewer = await this.#viewer?.catch(() => undefined);
    await viewer?.close();
  }

  async #edit(id: string): Promise<void> {
    const { context, endpoints } = this.#source;
    const send = (body: BodyInputOf<typeof editMessage>) =>
      deliver(
        context,
        { idempotencyKey: undefined, strict: false, wait: undefined },
        { post: (client, headers) => client.call(endpoints.editMessage, { params: { id }, body, headers }) },
      );
    await editInEditor(context, { id, send }, endpoints);
  }

  async #open({ id, part }: Extract<Errand, { kind: 'open' }>): Promise<void> {
    const { context, act } = this.#source;
    act({ kind: 'said', said: say(`Opening ${part.name}…`) });
    const content = part.index === undefined ? await this.#html(id) : await this.#attachment(id, part.index);
    this.#viewer ??= context.world.viewer?.();
    const isShown = await (await this.#viewer)?.show(part.ending, content);
    const said = isShown
      ? say(`Opened ${part.name} in another program. Its copy is deleted when you quit.`)
      : say('No program found to open it with.', 'warning');
    act({ kind: 'said', said });
  }

  /** Sanitized by the daemon. Throws if the caller may not read it. */
  async #html(id: string): Promise<Uint8Array> {
    const { context, endpoints } = this.#source;
    const client = await context.client();
    const query = { body_format: 'html' } as const;
    const { body } = await client.call(endpoints.getMessage, { params: { id }, query });
    if (body.format !== 'html' || body.content === null) throw new UsageError(NO_HTML);
    return new TextEncoder().encode(`<!doctype html><meta charset="utf-8">${body.content}`);
  }

  async #attachment(id: string, idx: number): Promise<Uint8Array> {
    const { context, endpoints } = this.#source;
    const client = await context.client();
    const headers = { accept: 'application/octet-stream' };
    const response = await client.open(endpoints.getAttachment, { params: { id, idx }, headers });
    return new Uint8Array(await response.arrayBuffer());
  }

  #tell(error: unknown): void {
    const { code, message } = problemOf(error);
    const text = code === 'BODY_FORMAT_HTML_SESSION_ONLY' ? NO_HTML : message;
    this.#source.act({ kind: 'said', said: say(text, 'warning') });
  }
}
