import { describe, expect, it, onTestFinished, test } from 'vitest';
import { localDateTime } from '../../../../cli/output/terminal/time.ts';
import { frameOf } from '../../../../cli/tui/review/frame.ts';
import { initialState, type ReviewState } from '../../../../cli/tui/review/state.ts';
import { wantedFindings } from '../../../../cli/tui/review/view.ts';
import type { MessageFindings, PlacedFinding } from '../../../../shared/contract/findings.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import {
  act,
  detail,
  item,
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

/** Everything that the screen draws of a state. */

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
