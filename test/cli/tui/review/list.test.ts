import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { frameOf } from '../../../../cli/tui/review/frame.ts';
import { ReviewScreen } from '../../../../cli/tui/review/screen.tsx';
import { type Action, initialState, type ReviewState } from '../../../../cli/tui/review/state.ts';
import { wantedPages } from '../../../../cli/tui/review/view.ts';
import { openScreen } from '../../../../cli/tui/screen.tsx';
import { createStore } from '../../../../cli/tui/store.ts';
import { keyboardOf } from '../../../support/keyboard.ts';
import { processorTime } from '../../../support/processor-time.ts';
import {
  act,
  fateOf,
  item,
  keyOf,
  look,
  MAILBOX,
  NO_QUARANTINE,
  NOW,
  page,
  press,
  queueOf,
  read,
  SIZE,
  textOf,
} from './states.ts';

/** The list of held messages: its pages, cursor, order and filters. */

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
