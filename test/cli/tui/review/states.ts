import type { Key } from '../../../../cli/tui/keys.ts';
import { frameOf } from '../../../../cli/tui/review/frame.ts';
import { reduce } from '../../../../cli/tui/review/reduce.ts';
import {
  type Action,
  initialState,
  type Problem,
  type ReviewState,
} from '../../../../cli/tui/review/state.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { MessageDetail, MessageListItem } from '../../../../shared/contract/messages.ts';

/** States of the review screen, made by the actions that lead to them. */

export const NOW = Date.parse('2026-11-21T12:00:00Z');
export const SIZE = { columns: 100, rows: 30 };
export const SMALL_SIZE = { columns: 100, rows: 8 };

/** Only what the screen looks at. */
export const MAILBOX = {
  id: 'box',
  name: 'helper',
  address: 'helper@example.com',
  effective_from_display: 'Helper <helper@example.com>',
  hitl_mode: 'all_outbound',
  scanner_policy: null,
} as MailboxView;

export function item(number: number, changes: Partial<MessageListItem> = {}): MessageListItem {
  return {
    id: `id-${String(number).padStart(5, '0')}`,
    direction: 'outbound',
    state: 'pending_review',
    sender: 'helper@example.com',
    recipient: `person${number}@example.com`,
    from: { name: 'Helper', address: 'helper@example.com' },
    to: [{ name: null, address: `person${number}@example.com` }],
    ...{ cc: [], bcc: [], reply_to: null, delivered_to: [] },
    subject: `Subject ${number}`,
    mailbox_id: MAILBOX.id,
    mailbox_name: MAILBOX.name,
    body_preview: '',
    starred: false,
    has_attachment: false,
    has_html: false,
    dashboard_url: null,
    thread_id: null,
    labels: [],
    subaddress_instance_id: null,
    automatic: null,
    scan: null,
    firewall_block: null,
    agent_safety_context: null,
    created_at: new Date(NOW - 1_000_000 + number * 1000).toISOString(),
    read_at: null,
    ...changes,
  };
}

export function detail(
  number: number,
  text = 'A text.',
  changes: Partial<MessageDetail> = {},
): MessageDetail {
  const body = {
    format: 'text' as const,
    content: text,
    char_count: text.length,
    returned_char_count: text.length,
    truncated: false,
  };
  const { sender_authentication: _, ...listed } = item(number);
  const people = { list: null, followup_to: [] };
  const more = {
    ...people,
    attachments: [],
    in_reply_to: null,
    hold_context: null,
    review_trigger_source: null,
  };
  return { ...listed, body, ...more, ...changes };
}

const NAMES: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\t': 'tab',
  '\u001b': 'escape',
  '\u001b[A': 'up',
  '\u001b[B': 'down',
  '\u001b[5~': 'page up',
  '\u001b[6~': 'page down',
  '\u007f': 'backspace',
};

export function keyOf(sent: string): Key {
  const name = NAMES[sent];
  if (name !== undefined) return { kind: 'named', name };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: around a paste.
  const paste = /^\u001b\[200~([\s\S]*)\u001b\[201~$/.exec(sent);
  return paste ? { kind: 'paste', text: paste[1] ?? '' } : { kind: 'character', text: sent };
}

export const act = (state: ReviewState, ...actions: readonly Action[]) =>
  actions.reduce((before, action) => reduce(before, action, NOW), state);

export const press = (state: ReviewState, ...keys: readonly string[]) =>
  act(state, ...keys.map((sent): Action => ({ kind: 'key', key: keyOf(sent) })));

/** As the screen does after each frame. */
export function look(state: ReviewState): ReviewState {
  const { painted } = frameOf(state);
  return painted ? act(state, { kind: 'painted', painted }) : state;
}

export const page = (
  numbers: readonly number[],
  changes: Partial<Extract<Action, { kind: 'page' }>['page']> = {},
): Action => ({
  kind: 'page',
  page: {
    mailboxId: MAILBOX.id,
    state: 'pending_review',
    sort: 'newest',
    from: undefined,
    items: numbers.map((number) => item(number)),
    hasMore: false,
    asked: Number.MAX_SAFE_INTEGER,
    ...changes,
  },
});

export const NO_QUARANTINE = page([], { state: 'quarantined' });

/** An open screen with messages of these numbers, the last being the newest. */
export function queueOf(count: number, size = SIZE): ReviewState {
  const numbers = Array.from({ length: count }, (_, index) => count - index);
  return act(
    initialState(size, NOW, { sort: 'newest' }),
    { kind: 'opened', role: 'admin', mailboxes: [MAILBOX] },
    page(numbers),
    NO_QUARANTINE,
  );
}

export const read = (number: number, text?: string): Action => ({
  kind: 'read',
  detail: detail(number, text),
});
export const fateOf = (state: ReviewState, number: number) => state.rows.get(item(number).id)?.fate;
export const problem = (changes: Partial<Problem> = {}): Problem => ({
  message: 'No.',
  code: 'CONFLICT',
  isTransient: false,
  ...changes,
});
export const textOf = (state: ReviewState) => {
  const { title, queue, message, status } = frameOf(state);
  const lines = [title, ...(queue ?? []), ...(message ?? []), status];
  return lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
};
