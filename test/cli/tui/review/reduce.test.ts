import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../cli/tui/review/state.ts';
import { wantedPages, wantedReading } from '../../../../cli/tui/review/view.ts';
import {
  act,
  detail,
  fateOf,
  item,
  look,
  MAILBOX,
  press,
  problem,
  queueOf,
  read,
  SMALL_SIZE,
  textOf,
} from './states.ts';

/** Decisions about held messages, as keys, answers and events change them. */

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
