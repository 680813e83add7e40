import { createElement } from 'react';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { localDateTime } from '../../../../cli/terminal/time.ts';
import type { Key } from '../../../../cli/tui/keys.ts';
import { frameOf } from '../../../../cli/tui/review/frame.ts';
import { reduce } from '../../../../cli/tui/review/reduce.ts';
import { ReviewScreen } from '../../../../cli/tui/review/screen.tsx';
import {
  type Action,
  initialState,
  type Problem,
  type ReviewState,
} from '../../../../cli/tui/review/state.ts';
import { wantedFindings, wantedPages, wantedReading } from '../../../../cli/tui/review/view.ts';
import { openScreen } from '../../../../cli/tui/screen.tsx';
import { createStore } from '../../../../cli/tui/store.ts';
import type { MessageFindings, PlacedFinding } from '../../../../shared/contract/findings.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { MessageDetail, MessageListItem } from '../../../../shared/contract/messages.ts';
import { keyboardOf } from '../../../support/keyboard.ts';
import { processorTime } from '../../../support/processor-time.ts';

/** The state of the review screen alone: what keys, pages, answers and events make of it. */

const NOW = Date.parse('2026-11-21T12:00:00Z');
const SIZE = { columns: 100, rows: 30 };
const SMALL_SIZE = { columns: 100, rows: 8 };

/** Only what the screen looks at. */
const MAILBOX = {
  id: 'box',
  name: 'helper',
  address: 'helper@example.com',
  effective_from_display: 'Helper <helper@example.com>',
  hitl_mode: 'all_outbound',
  scanner_policy: null,
} as MailboxView;

function item(number: number, changes: Partial<MessageListItem> = {}): MessageListItem {
  return {
    id: `id-${String(number).padStart(5, '0')}`,
    direction: 'outbound',
    state: 'pending_review',
    sender: 'helper@example.com',
    recipient: `person${number}@example.com`,
    subject: `Subject ${number}`,
    mailbox_id: MAILBOX.id,
    mailbox_name: MAILBOX.name,
    body_preview: '',
    starred: false,
    has_attachment: false,
    has_html: false,
    dashboard_url: null,
    thread_id: null,
    subaddress_instance_id: null,
    scan: null,
    firewall_block: null,
    agent_safety_context: null,
    created_at: new Date(NOW - 1_000_000 + number * 1000).toISOString(),
    read_at: null,
    ...changes,
  };
}

function detail(number: number, text = 'A text.', changes: Partial<MessageDetail> = {}): MessageDetail {
  const body = {
    format: 'text' as const,
    content: text,
    char_count: text.length,
    returned_char_count: text.length,
    truncated: false,
  };
  const { sender_authentication: _, ...listed } = item(number);
  const more = { attachments: [], in_reply_to: null, hold_context: null, review_trigger_source: null };
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

function keyOf(sent: string): Key {
  const name = NAMES[sent];
  if (name !== undefined) return { kind: 'named', name };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: around a paste.
  const paste = /^\u001b\[200~([\s\S]*)\u001b\[201~$/.exec(sent);
  return paste ? { kind: 'paste', text: paste[1] ?? '' } : { kind: 'character', text: sent };
}

const act = (state: ReviewState, ...actions: readonly Action[]) =>
  actions.reduce((before, action) => reduce(before, action, NOW), state);

const press = (state: ReviewState, ...keys: readonly string[]) =>
  act(state, ...keys.map((sent): Action => ({ kind: 'key', key: keyOf(sent) })));

/** As the screen does after each frame. */
function look(state: ReviewState): ReviewState {
  const { painted } = frameOf(state);
  return painted ? act(state, { kind: 'painted', painted }) : state;
}

const page = (
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

const NO_QUARANTINE = page([], { state: 'quarantined' });

/** An open screen with messages of these numbers, the last being the newest. */
function queueOf(count: number, size = SIZE): ReviewState {
  const numbers = Array.from({ length: count }, (_, index) => count - index);
  return act(
    initialState(size, NOW, { sort: 'newest' }),
    { kind: 'opened', role: 'admin', mailboxes: [MAILBOX] },
    page(numbers),
    NO_QUARANTINE,
  );
}

const read = (number: number, text?: string): Action => ({ kind: 'read', detail: detail(number, text) });
const fateOf = (state: ReviewState, number: number) => state.rows.get(item(number).id)?.fate;
const problem = (changes: Partial<Problem> = {}): Problem => ({
  message: 'No.',
  code: 'CONFLICT',
  isTransient: false,
  ...changes,
});
const textOf = (state: ReviewState) => {
  const { title, queue, message, status } = frameOf(state);
  const lines = [title, ...(queue ?? []), ...(message ?? []), status];
  return lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
};

describe('what was found', () => {
  const placed = {
    category: 'prompt_injection',
    decision: 'quarantine',
    reason: 'It gives orders.',
  } as const;
  const SCAN: MessageDetail['scan'] = { verdict: 'quarantined', categories: [], findings: [placed] };
  const text = `one\n${'line\n'.repeat(60)}order\nend`;
  const opened = (places: PlacedFinding['places']) => {
    const before = act(queueOf(1), {
      kind: 'read',
      detail: detail(1, text, { scan: SCAN }),
    });
    const found: MessageFindings = {
      message_id: item(1).id,
      char_count: text.length,
      findings: [{ ...placed, places }],
    };
    return { before, found: { kind: 'found', id: item(1).id, found } as const };
  };
  const inText: PlacedFinding['places'][number] = {
    field: 'text',
    start: text.indexOf('order'),
    end: text.indexOf('order') + 5,
    lines: [],
  };

  it('is asked for once a message with findings is read, and only once', () => {
    const { before, found } = opened([inText]);
    expect(wantedFindings(queueOf(1))).toBeUndefined();
    expect(wantedFindings(act(queueOf(1), read(1)))).toBeUndefined();
    expect(wantedFindings(before)).toBe(item(1).id);
    expect(wantedFindings(act(before, found))).toBeUndefined();
    expect(wantedFindings(act(before, { ...found, found: null }))).toBeUndefined();
  });

  it('is gone to with n while the message has the focus, which counts nothing in between as seen', () => {
    const { before, found } = opened([inText]);
    const marked = press(act(look(before), found), 'l', 'n');
    expect(textOf(marked)).toContain('order');
    expect(textOf(marked)).toContain('Mark 1 of 1: It gives orders.');
    expect(look(marked).seen.get(item(1).id)).toBe(look(before).seen.get(item(1).id));
    expect(textOf(press(marked, 'N'))).toContain('No more marks above.');
  });

  it('makes lines unseen that moved because more is shown', () => {
    const line = { number: 1, text: 'order', start: 0, end: 5 };
    const { before, found } = opened([{ field: 'html', start: 0, end: 5, lines: [line] }]);
    expect(act(look(before), found).seen.size).toBe(0);
    expect(act(look(before), { ...found, found: null }).seen.size).toBe(1);
  });

  it('is found anew when the text is another one', () => {
    const { before, found } = opened([inText]);
    const again = act(before, found, { kind: 'read', detail: detail(1, 'Shorter.', { scan: SCAN }) });
    expect(wantedFindings(again)).toBe(item(1).id);
  });
});

describe('the list', () => {
  it('moves the cursor with keys and never off its ends', () => {
    const state = queueOf(50);
    const at = (...keys: readonly string[]) => press(state, ...keys).index;
    expect([at('j'), at('\u001b[B', '\u001b[B'), at('k'), at('j', 'j', 'k')]).toEqual([1, 2, 0, 1]);
    expect([at('G'), at('G', 'j'), at('G', 'g'), at('\u001b[6~'), at('\u001b[6~', '\u001b[5~')]).toEqual([
      49, 49, 0, 13, 0,
    ]);
  });

  it('keeps the cursor in its window', () => {
    for (const keys of ['jjjjjjjjjjjjjjjjjjjj', 'G', 'Gkkkkkkkkkkkkkkkkkkkk', 'Gg']) {
      const state = press(queueOf(50), ...keys);
      expect(state.index).toBeGreaterThanOrEqual(state.top);
      expect(state.index).toBeLessThan(state.top + 13);
    }
  });

  it('wants the next page before the window comes to the end of what is loaded, and not earlier', () => {
    const numbers = Array.from({ length: 200 }, (_, index) => 1000 - index);
    const state = act(
      initialState(SIZE, NOW, { sort: 'newest' }),
      { kind: 'opened', role: 'admin', mailboxes: [MAILBOX] },
      NO_QUARANTINE,
      page(numbers, { hasMore: true }),
    );
    expect(wantedPages(state)).toEqual([]);
    const further = press(state, ...Array.from({ length: 8 }, () => '\u001b[6~'));
    expect(wantedPages(further)).toMatchObject([{ from: item(801).id, source: { state: 'pending_review' } }]);
  });

  it('goes on to the end that was asked for as pages come in, until another key is pressed', () => {
    const state = act(
      initialState(SIZE, NOW, { sort: 'newest' }),
      { kind: 'opened', role: 'admin', mailboxes: [MAILBOX] },
      NO_QUARANTINE,
      page([9, 8], { hasMore: true }),
    );
    const seeking = act(press(state, 'G'), page([7, 6], { from: item(8).id, hasMore: true }));
    expect([seeking.cursor, seeking.seeksEnd]).toEqual([item(6).id, true]);
    const there = act(seeking, page([5], { from: item(6).id }));
    expect([there.cursor, there.seeksEnd]).toEqual([item(5).id, false]);
    const turned = act(press(seeking, 'k'), page([5], { from: item(6).id }));
    expect(turned.cursor).toBe(item(7).id);
  });

  it('shows no row before those that another page may put above it', () => {
    const state = act(
      initialState(SIZE, NOW, { sort: 'newest' }),
      { kind: 'opened', role: 'admin', mailboxes: [MAILBOX] },
      page([9, 8], { hasMore: true }),
      page([7, 3], { state: 'quarantined', hasMore: false }),
    );
    expect(state.order).toEqual([item(9).id, item(8).id]);
    const all = act(state, page([5, 1], { from: item(8).id }));
    expect(all.order).toEqual([9, 8, 7, 5, 3, 1].map((number) => item(number).id));
  });

  it('marks a row that is missing from a newer page as decided elsewhere, but none that came after it was asked for', () => {
    const state = queueOf(3);
    const later = act(state, {
      kind: 'event',
      envelope: {
        id: 'e',
        event: 'message.pending_review',
        occurred_at: new Date(NOW).toISOString(),
        account_id: 'a',
        data: {
          message_id: item(4).id,
          mailbox_id: MAILBOX.id,
          thread_id: null,
          sender: 'helper@example.com',
          recipient: 'new@example.com',
          to: 'new@example.com',
          subject: 'New',
          trigger_source: 'mailbox_policy',
          reasons: [],
          expires_at: null,
          held_at: new Date(NOW).toISOString(),
        },
      },
    });
    const after = act(later, page([3, 1], { asked: state.actions }));
    expect(fateOf(after, 2)).toMatchObject({ kind: 'decided', by: 'elsewhere' });
    expect(fateOf(after, 4)).toEqual({ kind: 'waiting' });
    expect(after.cursor).toBe(state.cursor);
  });

  it('takes decided rows away only when asked to, and goes on with what follows', () => {
    const state = act(look(act(queueOf(3), read(3))), { kind: 'key', key: keyOf('a') });
    const decided = act(state, {
      kind: 'decided',
      asked: { id: item(3).id, verb: 'approve', reason: undefined },
      outcome: 'sent',
    });
    expect(decided.order).toHaveLength(3);
    const cleared = press(decided, 'c');
    expect(cleared.order).toHaveLength(2);
    expect(cleared.cursor).toBe(item(2).id);
  });

  it('draws a key press in a queue of 5,000 in much less than a frame', async () => {
    let state = queueOf(5000);
    const used = await processorTime(() => {
      for (let count = 0; count < 200; count++) {
        state = press(state, 'j');
        frameOf(state);
      }
    });
    expect(used / 200).toBeLessThan(8);
  });

  it('shows a key press in a queue of 5,000 on the screen within 16 ms', async () => {
    const store = createStore((state: ReviewState, action: Action) => act(state, action), queueOf(5000));
    let drawn = () => {};
    const screen = openScreen(
      {
        stdout: { isTTY: true, ...SIZE, write: () => undefined },
        terminal: keyboardOf(async function* () {}),
      },
      {
        draw: () => createElement(ReviewScreen, { store, colours: true, shown: { painted: undefined } }),
        key: () => undefined,
        drawn: () => drawn(),
      },
    );
    let number = 5000;
    const pressKey = () =>
      new Promise<void>((resolve) => {
        drawn = resolve;
        number -= 1;
        store.act({ kind: 'key', key: keyOf('j') });
        store.act(read(number, `Message ${number}\n${'A line of some text.\n'.repeat(100)}`));
      });
    const pressKeys = async (count: number) => {
      for (let pressed = 0; pressed < count; pressed++) await pressKey();
    };
    await pressKeys(20);
    const used = await processorTime(() => pressKeys(100));
    screen.close();
    await screen.closed;
    expect(used / 100).toBeLessThan(16);
  });
});

describe('a decision', () => {
  it('is only taken about what was on the screen', () => {
    const loading = press(queueOf(2), 'a');
    expect(loading.asked).toEqual([]);
    expect(textOf(loading)).toContain("You haven't seen any of it yet");
    const unpainted = press(act(queueOf(2), read(2)), 'a');
    expect(unpainted.asked).toEqual([]);
    expect(press(look(act(queueOf(2), read(2))), 'a').asked).toEqual([
      { id: item(2).id, verb: 'approve', reason: undefined },
    ]);
  });

  it('about what was seen in part takes a yes, and no other key is one', () => {
    const state = press(look(act(queueOf(2, SMALL_SIZE), read(2, 'line\n'.repeat(50)))), 'a');
    expect(state.mode.kind).toBe('confirm');
    for (const key of ['a', 'Y', '\r', '\u001b', 'q']) expect(press(state, key).asked).toEqual([]);
    expect(press(state, 'y').asked).toHaveLength(1);
  });

  it('of a text that the caller cannot have whole takes a yes too', () => {
    const cut = detail(2);
    const body = { ...cut.body, char_count: 90_000, truncated: true };
    const state = look(act(queueOf(2), { kind: 'read', detail: { ...cut, body } }));
    expect(press(state, 'a').mode.kind).toBe('confirm');
  });

  it('is not repeated while it is under way, whatever is pressed', () => {
    const state = press(look(act(queueOf(2), read(2))), 'a', 'a', 'd', '\r', 'r', 'b', '\r');
    expect(state.asked).toHaveLength(1);
  });

  it('that somebody else took first is told as theirs, and the row is theirs', () => {
    const asked = { id: item(2).id, verb: 'approve', reason: undefined } as const;
    const state = act(press(look(act(queueOf(2), read(2))), 'a'), {
      kind: 'refused',
      asked,
      problem: problem({ state: 'blocked' }),
    });
    expect(fateOf(state, 2)).toEqual({ kind: 'decided', outcome: 'blocked', by: 'elsewhere' });
    expect(textOf(state)).toContain('Already decided elsewhere');
  });

  it('that failed leaves the message waiting and keeps the reason that was typed', () => {
    const asked = { id: item(2).id, verb: 'deny', reason: 'too dear' } as const;
    const denying = press(look(act(queueOf(2), read(2))), 'd', ...'too dear', '\r');
    expect(denying.asked).toEqual([asked]);
    const state = act(denying, {
      kind: 'refused',
      asked,
      problem: problem({ code: 'UNREACHABLE', isTransient: true }),
    });
    expect(fateOf(state, 2)).toMatchObject({ kind: 'failed', reason: 'too dear' });
    expect(press(state, 'd').mode).toMatchObject({ kind: 'reason', input: 'too dear' });
  });

  it('that needs a note after all asks for it, but not when the person went on', () => {
    const asked = { id: item(2).id, verb: 'approve', reason: undefined } as const;
    const refused: Action = { kind: 'refused', asked, problem: problem({ code: 'REVIEW_NOTE_REQUIRED' }) };
    const asking = press(look(act(queueOf(2), read(2))), 'a');
    expect(act(asking, refused).mode).toMatchObject({ kind: 'reason', isRequired: true });
    expect(act(press(asking, 'j'), refused).mode.kind).toBe('browse');
  });

  it('takes a reason of 500 characters and no longer one', () => {
    const typed = press(act(queueOf(1), read(1)), 'd', ...'x'.repeat(501));
    expect(typed.mode).toMatchObject({ kind: 'reason', input: 'x'.repeat(500) });
    expect(textOf(typed)).toContain('At most 500 characters.');
  });

  it('is not taken by a paste, and what is pasted into a reason is one line', () => {
    const state = look(act(queueOf(2), read(2)));
    expect(press(state, '\u001b[200~a\rd\r\u001b[201~').asked).toEqual([]);
    const reason = press(state, 'd', '\u001b[200~one\r\ntwo\u001b[201~');
    expect(reason.mode).toMatchObject({ input: 'one two' });
  });

  it('keeps the person until it is answered, unless they insist', () => {
    const state = press(look(act(queueOf(2), read(2))), 'a', 'q');
    expect(state.leaving).toBe('when answered');
    expect(press(state, 'q').leaving).toBe('at once');
    expect(press(queueOf(1), 'q').leaving).toBe('at once');
  });

  it('about several names those it leaves out, and why', () => {
    const seen = look(act(queueOf(3), read(3)));
    const state = press(seen, 'x', 'j', 'x', 'a');
    expect(state.mode).toMatchObject({
      kind: 'confirm',
      question: 'Approve 1 message that you have read? Left out: 1 not read to the end.',
      target: { ids: [item(3).id] },
    });
    const denied = press(state, 'n', 'd', '\r');
    expect(denied.asked.map(({ id }) => id)).toEqual([item(3).id, item(2).id]);
  });

  it('of an agent may not approve, deny, or touch what a policy holds', () => {
    const agent = act(queueOf(1), { kind: 'opened', role: 'agent', mailboxes: [MAILBOX] });
    expect(press(look(act(agent, read(1))), 'a', 'd').asked).toEqual([]);
    const held = detail(1, 'A text.', {
      state: 'quarantined',
      hold_context: { trigger_source: 'both', summary_reasons: [] },
    });
    const quarantined = look(act(agent, { kind: 'read', detail: held }));
    expect(textOf(press(quarantined, 'r'))).toContain('messages that the mailbox policy holds');
  });
});

describe('trouble', () => {
  it('stops loading until it is tried again, and loses nothing', () => {
    const state = act(queueOf(2), {
      kind: 'trouble',
      problem: problem({ code: 'UNREACHABLE', isTransient: true }),
    });
    expect(wantedReading(state)).toBeUndefined();
    expect(textOf(state)).toContain('connection lost');
    expect(state.order).toHaveLength(2);
    const again = act(state, { kind: 'try again' });
    expect(wantedReading(again)).toBe(item(2).id);
  });

  it('has the newest pages loaded anew once the connection is back', () => {
    const state = act(queueOf(2), { kind: 'link', link: 'lost' }, { kind: 'link', link: 'live' });
    expect(wantedPages(state).map(({ from }) => from)).toEqual([undefined, undefined]);
  });
});

describe('the order and the filters', () => {
  const opened = act(initialState(SIZE, NOW), {
    kind: 'opened',
    role: 'admin',
    mailboxes: [MAILBOX, { ...MAILBOX, id: 'box2', name: 'sales' }],
  });
  const none = (mailboxId: string, state: 'pending_review' | 'quarantined') =>
    page([], { mailboxId, state, sort: 'oldest' });
  const ids = (...numbers: readonly number[]) => numbers.map((number) => item(number).id);
  const first = act(
    opened,
    page([1, 4], { sort: 'oldest', hasMore: true }),
    none(MAILBOX.id, 'quarantined'),
    page([2], {
      sort: 'oldest',
      mailboxId: 'box2',
      items: [item(2, { mailbox_id: 'box2', mailbox_name: 'sales' })],
    }),
    page([], {
      sort: 'oldest',
      mailboxId: 'box2',
      state: 'quarantined',
      items: [
        item(3, { mailbox_id: 'box2', state: 'quarantined', direction: 'inbound' }),
        item(9, { mailbox_id: 'box2', state: 'quarantined' }),
      ],
    }),
  );

  it('begin with the oldest, and show nothing beyond a page that is not loaded', () => {
    expect(first.order).toEqual(ids(1, 2, 3, 4));
    expect(first.cursor).toBe(item(1).id);
    expect(wantedPages(first).map(({ from }) => from)).toEqual([item(4).id]);
    const all = act(first, page([5], { sort: 'oldest', from: item(4).id }));
    expect(all.order).toEqual(ids(1, 2, 3, 4, 5, 9));
  });

  it('turn around with s: loaded from the other end, and late pages of the old order count for nothing', () => {
    const turned = press(first, 's');
    expect(turned.order).toEqual(ids(9, 3, 2));
    expect(wantedPages(turned).map(({ from }) => from)).toEqual([undefined]);
    expect(act(turned, page([5], { sort: 'oldest', from: item(4).id })).rows.has(item(5).id)).toBe(false);
    const loaded = act(turned, page([8, 7], { hasMore: true }));
    expect([loaded.order, loaded.cursor]).toEqual([ids(9, 8, 7), item(9).id]);
    expect(textOf(loaded)).toContain('newest first');
  });

  it('show one kind with f and one mailbox with m, and all again after esc', () => {
    const kinds = [press(first, 'f'), press(first, 'f', 'f', 'f'), press(first, 'f', 'f', 'f', 'f')];
    expect(kinds.map(({ order }) => order)).toEqual([ids(1, 2, 4), ids(3), ids(1, 2, 3, 4)]);
    const sales = press(first, 'm', 'm');
    expect([sales.order, textOf(sales).includes('in sales')]).toEqual([ids(2, 3), true]);
    expect(press(sales, 'f', 'f', 'f', '\u001b').order).toEqual(ids(1, 2, 3, 4));
  });

  it('look for what was held while the connection was lost after the end', () => {
    const whole = act(first, page([5], { sort: 'oldest', from: item(4).id }));
    const back = act(whole, { kind: 'link', link: 'lost' }, { kind: 'link', link: 'live' });
    const again = act(back, page([1, 4], { sort: 'oldest', hasMore: true }));
    expect(wantedPages(again).map(({ from }) => from)).toContain(item(5).id);
    const found = act(again, page([6], { sort: 'oldest', from: item(5).id }));
    expect(found.order).toEqual(ids(1, 2, 3, 4, 5, 6, 9));
  });
});

test('a time is that of the clock on the wall, with its offset', () => {
  const zone = process.env.TZ;
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const shown = (name: string) => {
    process.env.TZ = name;
    return localDateTime('2026-07-01T22:30:05.006Z');
  };
  expect(['Europe/Berlin', 'America/St_Johns', 'UTC'].map(shown)).toEqual([
    '2026-07-02 00:30:05 +02:00',
    '2026-07-01 20:00:05 -02:30',
    '2026-07-01 22:30:05 +00:00',
  ]);
});

describe('the lines around the queue', () => {
  const text = (line: readonly { readonly text: string }[] | undefined) =>
    (line ?? []).map((span) => span.text).join('');
  const titleOf = (state: ReviewState) => text(frameOf(state).title);
  const keysOf = (state: ReviewState) => text(frameOf(state).keys);

  it('count what is loaded, and say where there may be more', () => {
    const opened = act(initialState(SIZE, NOW, { sort: 'newest' }), {
      kind: 'opened',
      role: 'admin',
      mailboxes: [MAILBOX],
    });
    expect(titleOf(opened)).toContain('… to approve, … in quarantine');
    const partly = act(opened, page([2, 1], { hasMore: true }));
    expect(titleOf(partly)).toContain('2 or more to approve, … in quarantine');
    expect(titleOf(act(partly, NO_QUARANTINE))).toContain('2 or more to approve, 0 in quarantine');
    expect(titleOf(queueOf(3))).toContain('3 to approve, 0 in quarantine');
  });

  it('offer the keys that do something for the message under the cursor', () => {
    const state = act(queueOf(1), read(1));
    expect(keysOf(state)).toMatch(/^a approve · d deny · e edit · /);
    expect(keysOf(press(look(state), 'a'))).not.toContain('a approve');
    const quarantined = act(
      initialState(SIZE, NOW, { sort: 'newest' }),
      { kind: 'opened', role: 'admin', mailboxes: [MAILBOX] },
      page([], {}),
      page([], {
        state: 'quarantined',
        items: [item(1, { state: 'quarantined', direction: 'inbound' })],
      }),
    );
    expect(keysOf(quarantined)).toMatch(/^r release · b block · j k move/);
  });

  it.each([
    [120, 60],
    [60, 24],
    [30, 10],
  ])('show all of the help in pages of %d by %d', (columns, rows) => {
    let state = press(queueOf(1, { columns, rows }), '?');
    const pages: string[] = [];
    while (state.mode.kind === 'help') {
      const { page: lines = [] } = frameOf(state);
      expect(lines.length).toBeLessThanOrEqual(rows - 3);
      for (const line of lines) expect(text(line).length).toBeLessThanOrEqual(columns);
      pages.push(...lines.map(text));
      state = press(state, ' ');
    }
    const words = pages.join(' ').replaceAll(/\s+/g, ' ');
    for (const part of [
      'deny it, with an optional reason',
      'newest first, oldest first',
      'proved an attack.',
    ])
      expect(words).toContain(part);
    expect(press(press(state, '?'), 'x').mode.kind).toBe('browse');
  });
});

describe('a new version of a denied message', () => {
  const body = (content: string) => ({ ...detail(1).body, content });
  const revised = (reason: string | null) =>
    detail(1, 'Here they are for May: 1 2.', {
      versions: [
        {
          id: 'denied',
          created_at: item(1).created_at,
          subject: 'Subject 1',
          body: body('Here they are: 1 2 3.'),
          state: 'blocked',
          review: {
            resolution: 'denied',
            reason,
            decided_by: 'person',
            decided_at: item(1).created_at,
            revised_as: item(1).id,
          },
        } as NonNullable<MessageDetail['versions']>[number],
        {
          id: item(1).id,
          created_at: item(1).created_at,
          subject: 'Subject 1',
          body: body('Here they are for May: 1 2.'),
          state: 'pending_review',
        } as NonNullable<MessageDetail['versions']>[number],
      ],
    });

  it('shows what changed, word by word, and why the first was denied', () => {
    const state = act(queueOf(1), { kind: 'read', detail: revised('say which month') });
    const shown = textOf(state).replaceAll(/\s+/g, ' ');
    expect(shown).toContain('Changes since the version that was denied');
    expect(shown).toContain('Because say which month');
    expect(shown).toContain('Here they are{+ for May+}: 1 2[- 3-].');
  });

  it('shows no reason where none was given', () => {
    const state = act(queueOf(1), { kind: 'read', detail: revised(null) });
    expect(textOf(state)).toContain('Changes since the version that was denied');
    expect(textOf(state)).not.toContain('Because');
  });
});
