import type { getCaller } from '../../../shared/contract/accounts.ts';
import type { getAttachment } from '../../../shared/contract/attachments.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { streamEvents } from '../../../shared/contract/event-stream.ts';
import type { EventEnvelope } from '../../../shared/contract/events.ts';
import type { getFindings } from '../../../shared/contract/findings.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import type { getMessage, listMessages } from '../../../shared/contract/reading.ts';
import type {
  approveMessage,
  blockMessage,
  denyMessage,
  editMessage,
  releaseMessage,
  undoDecision,
} from '../../../shared/contract/review.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { EndpointRecord } from '../../input/options/flag.ts';
import { definedFields } from '../../input/options/input.ts';
import { followEvents } from '../../tasks/events/follow.ts';
import { readFindings } from '../../tasks/reviewing/findings.ts';
import { FOLLOWED } from './events.ts';
import { problemOf } from './problem.ts';
import type { Action, AskedDecision, ReviewState } from './state.ts';
import { type WantedPage, wantedFindings, wantedPages, wantedReading } from './view.ts';

export interface ReviewEndpoints extends EndpointRecord {
  readonly getCaller: typeof getCaller;
  readonly listMailboxes: typeof listMailboxes;
  readonly listMessages: typeof listMessages;
  readonly getMessage: typeof getMessage;
  readonly getFindings: typeof getFindings;
  readonly streamEvents: typeof streamEvents;
  readonly approveMessage: typeof approveMessage;
  readonly denyMessage: typeof denyMessage;
  readonly releaseMessage: typeof releaseMessage;
  readonly blockMessage: typeof blockMessage;
  readonly editMessage: typeof editMessage;
  readonly undoDecision: typeof undoDecision;
  readonly getAttachment: typeof getAttachment;
}

interface EffectsInput {
  readonly context: CommandContext;
  readonly endpoints: ReviewEndpoints;
  /** Name or ID of the only mailbox to show. */
  readonly mailbox: string | undefined;
  readonly state: () => ReviewState;
  readonly act: (action: Action) => void;
  /** Gets the events of the mailboxes that are shown. */
  readonly happened: (envelope: EventEnvelope) => void;
  /** Ends the screen with an error. */
  readonly fail: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const MOST_LOADS = 4;
const MOST_DECISIONS = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** Side effects of the state: loads, sends decisions, follows events. */
export class ReviewEffects {
  readonly #source: EffectsInput;
  readonly #loading = new Set<string>();
  #deciding = 0;
  #hasOpened = false;
  #follows = false;
  #retries = false;
  #pause = FIRST_PAUSE_MS;

  constructor(source: EffectsInput) {
    this.#source = source;
  }

  /** Call it after each change of the state. */
  pump(): void {
    const { state, signal } = this.#source;
    if (signal.aborted) return;
    this.#decide(state().asked);
    this.#undo(state().undos);
    if (state().trouble) {
      this.#retryLater();
      return;
    }
    if (!this.#hasOpened) {
      this.#load('opening', () => this.#open());
      return;
    }
    if (!this.#follows) void this.#follow();
    const reading = wantedReading(state());
    // One at a time: a held key passes messages that needn't be loaded.
    if (reading !== undefined && !this.#loading.has('reading'))
      this.#load('reading', () => this.#read(reading));
    const unmarked = wantedFindings(state());
    if (unmarked !== undefined) this.#load('findings', () => this.#find(unmarked));
    for (const page of wantedPages(state())) {
      const name = `${page.source.mailboxId} ${page.source.state}`;
      if (this.#loading.size < MOST_LOADS && !this.#loading.has(name))
        this.#load(name, () => this.#loadPage(page));
    }
  }

  #load(name: string, work: () => Promise<Action | undefined>): void {
    if (this.#loading.has(name)) return;
    const { act, fail, signal } = this.#source;
    this.#loading.add(name);
    work().then(
      (action) => {
        this.#loading.delete(name);
        this.#pause = FIRST_PAUSE_MS;
        if (action) act(action);
        else this.pump();
      },
      (error: unknown) => {
        this.#loading.delete(name);
        if (signal.aborted) return;
        if (this.#hasOpened) act({ kind: 'trouble', problem: problemOf(error) });
        else fail(error);
      },
    );
  }

  async #open(): Promise<Action> {
    const { context, endpoints, mailbox, signal } = this.#source;
    const client = await context.client();
    const [caller, { mailboxes }] = await Promise.all([
      client.call(endpoints.getCaller, { signal }),
      client.call(endpoints.listMailboxes, { signal }),
    ]);
    const wanted = mailbox?.toLowerCase();
    const shown = mailboxes.filter(
      ({ id, name }) => wanted === undefined || id === wanted || name === wanted,
    );
    if (wanted !== undefined && shown.length === 0) {
      throw new UsageError(`No mailbox named "${mailbox}".`, 'agentmail mailboxes list');
    }
    this.#hasOpened = true;
    return { kind: 'opened', role: roleOf(caller), mailboxes: shown };
  }

  async #read(id: string): Promise<Action> {
    const { context, endpoints, signal } = this.#source;
    const client = await context.client();
    try {
      const query = { view: 'verbose' } as const;
      const detail = await client.call(endpoints.getMessage, { params: { id }, query, signal });
      return { kind: 'read', detail };
    } catch (error) {
      const problem = problemOf(error);
      if (signal.aborted || problem.isTransient || problem.code !== 'NOT_FOUND') throw error;
      return { kind: 'not read', id, problem };
    }
  }

  async #find(id: string): Promise<Action> {
    const { context, endpoints, signal } = this.#source;
    return { kind: 'found', id, found: await readFindings(context, { id, signal }, endpoints.getFindings) };
  }

  async #loadPage({ source, from }: WantedPage): Promise<Action> {
    const { context, endpoints, state, signal } = this.#source;
    const { actions: asked, sort } = state();
    const limit = LIMITS.messagePage.max;
    const client = await context.client();
    const { messages: items } = await client.call(endpoints.listMessages, {
      params: { id: source.mailboxId },
      query: {
        ...{ status: source.state, limit, sort },
        ...definedFields(sort === 'oldest' ? { after: from } : { before: from }),
      },
      signal,
    });
    const { mailboxId, state: held } = source;
    return {
      kind: 'page',
      page: { mailboxId, state: held, sort, from, items, hasMore: items.length === limit, asked },
    };
  }

  async #follow(): Promise<void> {
    const { context, endpoints, state, act, happened, signal } = this.#source;
    this.#follows = true;
    const inner = { ...context, world: { ...context.world, interrupted: signal } };
    const link = {
      opened: () => act({ kind: 'link', link: 'live' }),
      lost: () => act({ kind: 'link', link: 'lost' }),
    } as const;
    try {
      const query = { events: FOLLOWED.join(',') };
      for await (const { envelope } of followEvents(inner, { query, link }, endpoints.streamEvents)) {
        const { mailbox_id: mailboxId } = envelope.data;
        // The mailbox is new.
        if (typeof mailboxId === 'string' && !state().mailboxes.has(mailboxId))
          this.#hasOpened = !this.#isForAll();
        act({ kind: 'event', envelope });
        if (this.#isForAll() || state().mailboxes.has(String(mailboxId))) happened(envelope);
      }
    } catch (error) {
      if (signal.aborted) return;
      act({ kind: 'link', link: 'lost' });
      this.#follows = false;
      act({ kind: 'trouble', problem: problemOf(error) });
    }
  }

  #isForAll(): boolean {
    return this.#source.mailbox === undefined;
  }

  #decide(asked: readonly AskedDecision[]): void {
    const { act } = this.#source;
    const taken = asked.slice(0, MOST_DECISIONS - this.#deciding);
    if (taken.length === 0) return;
    this.#deciding += taken.length;
    act({ kind: 'handed over', asked: taken });
    for (const each of taken) {
      void this.#tell(each).then((action) => {
        this.#deciding -= 1;
        act(action);
      });
    }
  }

  async #tell(asked: AskedDecision): Promise<Action> {
    const { context, endpoints, signal } = this.#source;
    const { id, verb, reason } = asked;
    const endpoint = {
      approve: endpoints.approveMessage,
      deny: endpoints.denyMessage,
      release: endpoints.releaseMessage,
      block: endpoints.blockMessage,
    }[verb];
    try {
      const client = await context.client();
      const body = { ...definedFields({ reason }), undo: true };
      const reply = await client.call<typeof endpoint>(endpoint, { params: { id }, body, signal });
      if (reply.status === 'scheduled') return { kind: 'scheduled', asked, seconds: reply.undo_seconds };
      return { kind: 'decided', asked, outcome: reply.status };
    } catch (error) {
      return { kind: 'refused', asked, problem: problemOf(error, 'decision') };
    }
  }

  #undo(ids: readonly string[]): void {
    const { act } = this.#source;
    if (ids.length === 0) return;
    act({ kind: 'undos handed over', ids });
    for (const id of ids) void this.#takeBack(id).then(act);
  }

  async #takeBack(id: string): Promise<Action> {
    const { context, endpoints, signal } = this.#source;
    try {
      const client = await context.client();
      await client.call(endpoints.undoDecision, { params: { id }, signal });
      return { kind: 'undone', id };
    } catch (error) {
      return { kind: 'not undone', problem: problemOf(error) };
    }
  }

  /** Retries transient failures; others wait for the person. */
  #retryLater(): void {
    const { context, state, act, signal } = this.#source;
    if (this.#retries || !state().trouble?.isTransient) return;
    this.#retries = true;
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    void context.world.clock.sleep(pause, signal).then(async () => {
      // A restarted daemon may have another port.
      await context.client({ fresh: true }).catch(() => undefined);
      this.#retries = false;
      if (!signal.aborted) act({ kind: 'try again' });
    });
  }
}

function roleOf({ role }: ReplyOf<typeof getCaller>): 'admin' | 'agent' {
  return role === 'agent' ? 'agent' : 'admin';
}
