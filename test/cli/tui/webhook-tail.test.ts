import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Key } from '../../../cli/tui/keys.ts';
import { tailFrame } from '../../../cli/tui/webhook-tail/frame.ts';
import {
  EMPTY_TAIL,
  reduceTail,
  selectedDelivery,
  type TailState,
} from '../../../cli/tui/webhook-tail/state.ts';
import type { StreamedDelivery } from '../../../shared/contract/event-stream.ts';

const AT = '2026-11-21T10:32:49.037Z';
const SIZE = { width: 100, height: 24, colours: false, now: Date.parse(AT) };

function delivery(id: string, changes: Partial<StreamedDelivery> = {}): StreamedDelivery {
  return {
    id,
    webhook_id: 'hook',
    event_type: 'message.received',
    status: 'delivered',
    http_status: 200,
    attempt_count: 1,
    last_error: null,
    response_preview: 'ok',
    created_at: AT,
    delivered_at: AT,
    failed_at: null,
    next_retry_at: null,
    ...changes,
  };
}

const failed = (id: string, changes: Partial<StreamedDelivery> = {}) =>
  delivery(id, {
    status: 'abandoned',
    http_status: 404,
    last_error: 'http_404',
    response_preview: 'no such path',
    delivered_at: null,
    failed_at: AT,
    ...changes,
  });

function tail(...deliveries: StreamedDelivery[]): TailState {
  return deliveries.reduce(
    (state, each) => reduceTail(state, { kind: 'attempt', delivery: each }),
    EMPTY_TAIL,
  );
}

const keyOf = (key: string): Key =>
  key.length > 1 ? { kind: 'named', name: key } : { kind: 'character', text: key };

const press = (state: TailState, ...keys: string[]) =>
  keys.reduce((before, key) => reduceTail(before, { kind: 'key', key: keyOf(key) }), state);

const frame = (state: TailState, changes: Partial<typeof SIZE> = {}) =>
  tailFrame(state, 'to all webhooks', { ...SIZE, ...changes });

const rowOf = (lines: readonly string[], part: string) => lines.find((line) => line.includes(part)) ?? '';

describe('the selection of the tail', () => {
  it('is the last failed delivery, and the newest when none failed', () => {
    expect(selectedDelivery(tail())).toBeUndefined();
    expect(selectedDelivery(tail(delivery('a'), delivery('b')))?.id).toBe('b');
    expect(selectedDelivery(tail(failed('a'), failed('b'), delivery('c')))?.id).toBe('b');
  });

  it.each([
    ['k', 'j'],
    ['up', 'down'],
  ])('is moved with %j and %j, and stays with its delivery', (up, down) => {
    const state = tail(delivery('a'), delivery('b'), delivery('c'));
    const moved = press(state, up, up, up, down);
    expect(selectedDelivery(moved)?.id).toBe('b');
    const grown = reduceTail(moved, { kind: 'attempt', delivery: failed('d') });
    expect(selectedDelivery(grown)?.id).toBe('b');
  });

  it('follows the last failure again when it is moved beyond the newest', () => {
    const state = press(tail(failed('a'), delivery('b')), 'j', 'j');
    const grown = reduceTail(state, { kind: 'attempt', delivery: failed('c') });
    expect(selectedDelivery(grown)?.id).toBe('c');
  });
});

describe('the deliveries of the tail', () => {
  it('are shown once each, as their last attempt left them', () => {
    const state = tail(
      failed('a', { status: 'retrying', last_error: 'http_503' }),
      delivery('b'),
      delivery('a', { attempt_count: 2 }),
    );
    expect(state.deliveries.map(({ id, status }) => [id, status])).toEqual([
      ['b', 'delivered'],
      ['a', 'delivered'],
    ]);
  });

  it('are pending after a retry, unless the attempt was faster than the answer', () => {
    const before = failed('a');
    const state = reduceTail(tail(before), { kind: 'retried', delivery: before });
    expect(state.deliveries).toMatchObject([{ status: 'pending', attempt_count: 0, last_error: null }]);
    const fast = reduceTail(tail(before, delivery('a')), { kind: 'retried', delivery: before });
    expect(fast.deliveries).toMatchObject([{ status: 'delivered' }]);
  });

  it('are forgotten after the newest thousand', () => {
    const state = tail(...Array.from({ length: 1001 }, (_, number) => delivery(`n${number}`)));
    expect(state.deliveries).toHaveLength(1000);
    expect(state.deliveries[0]?.id).toBe('n1');
  });
});

describe('the screen of the tail', () => {
  it('says how to get a first delivery', () => {
    expect(frame(EMPTY_TAIL).join('\n')).toContain('agentmail trigger webhook.test');
  });

  it('marks the selected delivery and tells why it failed and when it is tried again', () => {
    const retrying = failed('b', {
      status: 'retrying',
      last_error: 'http_503',
      next_retry_at: '2026-11-21T10:33:19.037Z',
    });
    const lines = frame(tail(delivery('a'), retrying));
    expect(rowOf(lines, 'http_503')).toMatch(/^> .*retrying.*message\.received.*1.*http_503.*10:33:19/);
    expect(rowOf(lines, 'delivered')).toMatch(/^ /);
    expect(lines.at(-1)).toContain('q quit');
  });

  it('shows and hides all that is known of the selected delivery with d', () => {
    const state = press(tail(failed('id-of-it')), 'd');
    const text = frame(state).join('\n');
    for (const part of [
      'event        message.received',
      'delivery     id-of-it',
      'status       abandoned',
      'attempts     1',
      'HTTP status  404',
      'last error   http_404',
      'next retry   -',
      'response     no such path',
    ]) {
      expect(text).toContain(part);
    }
    expect(frame(press(state, 'd')).join('\n')).not.toContain('id-of-it');
  });

  it('keeps the details that one reads when another delivery fails', () => {
    const state = press(tail(failed('first')), 'd');
    const grown = reduceTail(state, { kind: 'attempt', delivery: failed('second') });
    expect(rowOf(frame(grown), 'delivery  ')).toContain('first');
  });

  it('breaks long answers, and never is wider or higher than the terminal', () => {
    const long = failed('a', {
      response_preview: 'x'.repeat(1000),
      last_error: `network_error: ${'y'.repeat(90)}`,
    });
    const crowd = Array.from({ length: 50 }, (_, number) => delivery(`n${number}`));
    for (const height of [12, 24, 40]) {
      const lines = frame(press(tail(long, ...crowd), 'd'), { width: 60, height });
      expect(lines.length).toBeLessThanOrEqual(height);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
      expect(rowOf(lines, '> ')).toContain('abandoned');
      expect(lines.at(-1)).toContain('q quit');
    }
  });

  it('writes out what a receiver or its name could do to the terminal', () => {
    const evil = failed('a', {
      response_preview: '\u001b[2Jgone\u202e',
      last_error: 'network_error: \u001b]0;x\u0007',
    });
    const text = frame(press(tail(evil), 'd')).join('\n');
    expect(text).toContain('\\u{1b}[2Jgone\\u{202e}');
    expect(text).not.toMatch(/\p{Bidi_Control}/u);
    expect(stripVTControlCharacters(text)).toBe(text);
  });

  it('has colours only when they are wanted', () => {
    const state = press(tail(failed('a')), 'd');
    const coloured = frame(state, { colours: true });
    expect(coloured.join('\n')).toContain('\u001b[31m');
    expect(coloured.map((line) => stripVTControlCharacters(line))).toEqual(frame(state));
  });
});
