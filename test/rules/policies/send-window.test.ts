import { describe, expect, it } from 'vitest';
import type { SendWindow } from '../../../shared/contract/mailboxes.ts';
import { isNarrower, isOpen, nextOpening } from '../../../shared/policies/send-window.ts';

const office: SendWindow = {
  timezone: 'Europe/Vienna',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  start: '09:00',
  end: '17:00',
  outside_action: 'block',
};
const night: SendWindow = { ...office, days: ['fri'], start: '22:00', end: '06:00' };
const at = (text: string) => Date.parse(text);
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

describe('a send window', () => {
  it.each([
    ['2026-01-05T08:00:00Z', true],
    ['2026-01-05T07:59:59Z', false],
    ['2026-01-05T15:59:59Z', true],
    ['2026-01-05T16:00:00Z', false],
    ['2026-01-10T10:00:00Z', false],
    ['2026-07-06T07:00:00Z', true],
    ['2026-07-06T15:00:00Z', false],
  ])('follows the clocks of its zone: %s', (time, open) => {
    expect(isOpen(office, at(time))).toBe(open);
  });

  it.each([
    ['2026-01-09T20:59:00Z', false],
    ['2026-01-09T21:00:00Z', true],
    ['2026-01-10T04:59:00Z', true],
    ['2026-01-10T05:00:00Z', false],
    ['2026-01-09T04:00:00Z', false],
  ])('past midnight belongs to the day on which it began: %s', (time, open) => {
    expect(isOpen(night, at(time))).toBe(open);
  });

  it('is always open when there is none', () => {
    expect(isOpen(null, 0)).toBe(true);
  });

  it.each([
    ['over a weekend', office, '2026-01-09T16:00:00Z', '2026-01-12T08:00:00.000Z'],
    ['on the same day', office, '2026-01-09T07:59:30Z', '2026-01-09T08:00:00.000Z'],
    ['a minute later while it is open', office, '2026-01-09T09:00:00Z', '2026-01-09T09:01:00.000Z'],
    [
      'across the change to summer time',
      { ...office, days: ['sun' as const] },
      '2026-03-28T12:00:00Z',
      '2026-03-29T07:00:00.000Z',
    ],
    [
      'at the end of an hour that is skipped',
      { ...office, days: ['sun' as const], start: '02:30', end: '04:00' },
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'two weeks after it closed, when the clocks skip it in one week',
      { ...office, days: ['sun' as const], start: '02:00', end: '03:00' },
      '2026-03-22T02:00:00Z',
      '2026-04-05T00:00:00.000Z',
    ],
    [
      'in a zone of odd minutes',
      { ...office, timezone: 'Asia/Kathmandu' },
      '2026-01-09T16:00:00Z',
      '2026-01-12T03:15:00.000Z',
    ],
  ])('tells when it opens next, %s', (_name, window, time, opens) => {
    expect(iso(nextOpening(window, at(time)))).toBe(opens);
  });

  it('never opens without a day', () => {
    expect(nextOpening({ ...office, days: [] }, 0)).toBeNull();
  });

  it.each([
    ['itself', office, office, true],
    ['none at all', null, office, true],
    ['fewer hours', office, { ...office, start: '10:00', end: '16:00' }, true],
    ['no days', office, { ...office, days: [] }, true],
    ['an hour more', office, { ...office, end: '18:00' }, false],
    ['another day', office, { ...office, days: ['sat' as const] }, false],
    ['another spelling of its zone', { ...office, timezone: 'europe/vienna' }, office, true],
    ['another zone', office, { ...office, timezone: 'Europe/Berlin' }, false],
    [
      'the part after midnight of a night',
      night,
      { ...night, days: ['sat' as const], start: '01:00', end: '05:00' },
      true,
    ],
    ['the same hours a day before', night, { ...night, start: '01:00', end: '05:00' }, false],
    [
      'asking in place of blocking',
      office,
      { ...office, outside_action: 'require_approval' as const },
      false,
    ],
    ['always', office, null, false],
  ])('is narrowed or not by %s', (_name, before, after, narrower) => {
    expect(isNarrower(before, after)).toBe(narrower);
  });
});
