import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR, MINUTE, SECOND, SystemClock } from '../../../daemon/platform/system/clock.ts';

/** A clock of a machine whose time of day the test sets, while its monotonic clock runs on. */
function machine() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const rung: string[] = [];
  return {
    clock: new SystemClock(),
    rung,
    ring: (name: string) => () => void rung.push(name),
    /** Time passes, for all clocks. */
    pass: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
    set: (by: number) => vi.setSystemTime(Date.now() + by),
  };
}

describe('when the time of day goes an hour ahead', () => {
  test('what waits for a time of day comes within seconds, in order', () => {
    const { clock, rung, ring, pass, set } = machine();
    clock.callAt(clock.now() + 40 * MINUTE, ring('later'));
    clock.callAt(clock.now() + 10 * MINUTE, ring('sooner'));
    clock.callAt(clock.now() + 2 * HOUR, ring('much later'));
    set(HOUR);
    pass(6 * SECOND);
    expect(rung.sort()).toEqual(['later', 'sooner']);
    pass(HOUR);
    expect(rung).toContain('much later');
  });

  test('what waits for so much time waits for it', () => {
    const { clock, rung, ring, pass, set } = machine();
    const began = clock.elapsed();
    clock.callAfter(MINUTE, ring('deadline'));
    pass(30 * SECOND);
    set(HOUR);
    pass(29 * SECOND);
    expect(rung).toEqual([]);
    expect(clock.elapsed() - began).toBe(59 * SECOND);
    pass(SECOND);
    expect(rung).toEqual(['deadline']);
  });

  test('and then again, both steps count', () => {
    const { clock, pass, set } = machine();
    const began = clock.elapsed();
    for (let time = 0; time < 2; time++) {
      set(HOUR);
      pass(SECOND);
      expect(clock.elapsed() - began).toBe((time + 1) * SECOND);
    }
  });
});

describe('when the time of day goes an hour back', () => {
  test('what waits for so much time is not stuck', () => {
    const { clock, rung, ring, pass, set } = machine();
    clock.callAfter(MINUTE, ring('deadline'));
    set(-HOUR);
    pass(MINUTE);
    expect(rung).toEqual(['deadline']);
  });

  test('what waits for a time of day comes at that time, once', () => {
    const { clock, rung, ring, pass, set } = machine();
    const due = clock.now() + MINUTE;
    clock.callAt(due, () => ring(`at ${clock.now() - due}`)());
    set(-HOUR);
    pass(HOUR);
    expect(rung).toEqual([]);
    pass(MINUTE);
    expect(rung).toEqual(['at 0']);
    set(-HOUR);
    pass(3 * HOUR);
    expect(rung).toEqual(['at 0']);
  });
});

test('a step is told once, and a moved test clock is none', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = new SystemClock({ settable: true });
  let steps = 0;
  clock.onStep(() => {
    steps += 1;
  });
  clock.callAt(clock.now() + 10 * HOUR, () => undefined);
  clock.moveTo(clock.now() + HOUR);
  vi.advanceTimersByTime(MINUTE);
  expect(steps).toBe(0);
  vi.setSystemTime(Date.now() + HOUR);
  vi.advanceTimersByTime(MINUTE);
  expect(steps).toBe(1);
});

test('moving a test clock rings both kinds in the order of their time', () => {
  const clock = new SystemClock({ settable: true });
  const rung: number[] = [];
  const note = (number: number) => () => void rung.push(number);
  const start = clock.now();
  clock.callAfter(3 * MINUTE, note(3));
  clock.callAt(start + 2 * MINUTE, note(2));
  clock.callAfter(1 * MINUTE, note(1));
  clock.callAt(start + 10 * MINUTE, note(10));
  clock.moveTo(start + 4 * MINUTE);
  expect(rung).toEqual([1, 2, 3]);
  clock.moveTo(start + 10 * MINUTE);
  expect(rung).toEqual([1, 2, 3, 10]);
});

test('a step is told although nothing waits for a time of day', () => {
  const { clock, pass, set } = machine();
  const steps: number[] = [];
  clock.onStep((step) => steps.push(step));
  set(HOUR);
  pass(MINUTE);
  expect(steps).toEqual([HOUR]);
});
