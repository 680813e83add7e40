import type { EventData, EventType } from '../../../shared/contract/events.ts';
import type { Row } from './rows.ts';

/** Events that change the queue. */
const FOLLOWED = [
  'message.pending_review',
  'message.quarantined',
  'message.review_resolved',
  'message.received',
  'message.delivered',
  'message.dispatch_failed',
] as const satisfies readonly EventType[];

const RETRY_MS = 5_000;

/** A message that is held now, or isn't any more. */
export type QueueEvent =
  | { readonly kind: 'held'; readonly row: Row }
  | { readonly kind: 'decided'; readonly id: string; readonly outcome: string };

interface Listener {
  opened(): void;
  lost(): void;
  happened(event: QueueEvent): void;
}

/** The event stream, open while the page is visible: browsers share few connections among all pages. */
export class EventFeed {
  readonly #listener: Listener;
  #source: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: Listener) {
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
    const source = new EventSource(`/v1/events?events=${FOLLOWED.join(',')}`);
    source.onopen = () => this.#listener.opened();
    source.onerror = () => {
      this.#listener.lost();
      // The browser doesn't try again after a refusal.
      if (source.readyState === EventSource.CLOSED) this.#retry = setTimeout(this.#follow, RETRY_MS);
    };
    for (const type of FOLLOWED) {
      source.addEventListener(type, ({ data }) => {
        const event = eventOf(type, (JSON.parse(data) as { data: unknown }).data);
        if (event) this.#listener.happened(event);
      });
    }
    this.#source = source;
  };

  #end(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
  }
}

function eventOf(type: (typeof FOLLOWED)[number], data: unknown): QueueEvent | undefined {
  const id = (data as { message_id: string }).message_id;
  switch (type) {
    case 'message.pending_review': {
      const held = data as EventData<typeof type>;
      return heldRow(held, { state: 'pending_review', direction: 'outbound', createdAt: held.held_at });
    }
    case 'message.quarantined': {
      const held = data as EventData<typeof type>;
      const { direction, quarantined_at: createdAt } = held;
      return heldRow(held, { state: 'quarantined', direction, createdAt });
    }
    case 'message.review_resolved': {
      const { resolution, status, actor_type } = data as EventData<typeof type>;
      const outcome =
        resolution === 'approved' && status === 'blocked' ? 'approved, but blocked' : resolution;
      return {
        kind: 'decided',
        id,
        outcome: resolution === 'expired' ? 'expired' : `${outcome} by ${actor_type}`,
      };
    }
    case 'message.received':
      return (data as { released?: boolean }).released
        ? { kind: 'decided', id, outcome: 'released' }
        : undefined;
    case 'message.delivered':
      return { kind: 'decided', id, outcome: 'sent' };
    case 'message.dispatch_failed':
      return { kind: 'decided', id, outcome: 'blocked' };
  }
}

type HeldData = EventData<'message.pending_review'> | EventData<'message.quarantined'>;

function heldRow(data: HeldData, hold: Pick<Row, 'state' | 'direction' | 'createdAt'>): QueueEvent {
  return {
    kind: 'held',
    row: {
      ...hold,
      id: data.message_id,
      sender: data.sender,
      recipient: data.recipient,
      subject: data.subject,
      mailboxId: data.mailbox_id,
      mailboxName: '',
      categories: data.reasons.map((reason) => reason.replace(/^scan:/, '')),
      hasAttachment: false,
      fate: { kind: 'waiting' },
    },
  };
}
