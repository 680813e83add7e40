import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { contentLines, textOf } from '../../../daemon/content/calendar/lines.ts';
import { readCalendar } from '../../../daemon/content/calendar/read.ts';
import { unfolded } from '../../../daemon/content/extract/plain-text.ts';
import { calendar, MAX_CALENDAR_BYTES } from '../../../shared/contract/calendars.ts';
import { processorTime } from '../../support/processor-time.ts';
import { APPLE, GOOGLE, OUTLOOK } from './invitations.ts';

const read = (text: string) => readCalendar(Buffer.from(text));
const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  );

describe('an invitation', () => {
  it('of Google is read, without its alarm', () => {
    expect(read(GOOGLE)).toEqual({
      method: 'request',
      uid: '7kukuqrfedlm2f9t0vrb5vr8m0@google.com',
      sequence: 2,
      status: 'confirmed',
      summary: 'Weekly review',
      location: 'Room 4, second floor',
      organizer: { name: 'Tom Miller', address: 'tom@example.com' },
      attendees: [
        { name: 'Tom Miller', address: 'tom@example.com', role: 'required', status: 'accepted' },
        {
          name: 'helper@agentmail.localhost',
          address: 'helper@agentmail.localhost',
          role: 'optional',
          status: 'needs_action',
        },
      ],
      all_day: false,
      start: { time: '2026-12-01T09:00:00', zone: 'Europe/Berlin' },
      end: { time: '2026-12-01T09:30:00', zone: 'Europe/Berlin' },
      duration: null,
      recurrence: 'FREQ=WEEKLY;COUNT=4;BYDAY=TU',
      recurrence_id: null,
    });
  });

  it('of Outlook keeps the name of its zone, and quoted names', () => {
    expect(read(OUTLOOK)).toMatchObject({
      uid: '040000008200E00074C5B7101A82E00800000000B0C5C2E0A1D9D90100000000000000001000000055D3C4D1',
      summary: 'Vertragsgespräch',
      organizer: { name: 'Miller; Tom, Sales', address: 'Tom.Miller@example.com' },
      attendees: [{ name: 'helper', address: 'helper@agentmail.localhost' }],
      start: { time: '2026-12-03T14:00:00', zone: 'W. Europe Standard Time' },
    });
  });

  it('of Apple takes addresses beside paths, and counts attendees without one', () => {
    expect(read(APPLE)).toMatchObject({
      method: 'cancel',
      status: 'cancelled',
      sequence: 3,
      attendees: [
        { name: 'Anna "Ann" Weber', address: 'anna@example.org', role: 'chair', status: 'declined' },
      ],
      attendees_left_out: 1,
      all_day: true,
      start: { time: '2026-12-24', zone: null },
      end: { time: '2026-12-25', zone: null },
      recurrence_id: { time: '2026-12-24', zone: null },
    });
  });

  it('keeps UTC, times without a zone, and a duration apart', () => {
    expect(read(event('DTSTART:20261201T090000Z', 'DURATION:PT1H30M'))).toMatchObject({
      start: { time: '2026-12-01T09:00:00Z', zone: null },
      end: null,
      duration: 'PT1H30M',
    });
    expect(read(event('DTSTART;TZID="/x/Nowhere":20261201T090000'))?.start?.zone).toBe('/x/Nowhere');
    expect(read(event('DTSTART:20261201T090000'))?.start).toEqual({
      time: '2026-12-01T09:00:00',
      zone: null,
    });
  });
});

describe('a file', () => {
  const folded = (split: number) => {
    const bytes = Buffer.from(event('SUMMARY:Vertragsgespräch', 'UID:1'));
    const at = bytes.indexOf('ä') + split;
    return Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)]);
  };

  it.each([0, 1])('folded %i bytes into a character is read as UTF-8', (split) => {
    expect(readCalendar(folded(split))?.summary).toBe('Vertragsgespräch');
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${OUTLOOK}`)],
    ['UTF-16', Buffer.from(`\ufeff${OUTLOOK}`, 'utf16le')],
    ['Latin 1', Buffer.from(OUTLOOK, 'latin1')],
    ['bare line feeds', Buffer.from(OUTLOOK.replaceAll('\r\n', '\n'))],
  ])('in %s is read', (_, content) => {
    expect(readCalendar(content)).toEqual(read(OUTLOOK));
  });
});

describe('lines', () => {
  it.each([
    ['Google', GOOGLE],
    ['Outlook', OUTLOOK],
    ['Apple', APPLE],
  ])('of %s are those that ical.js reads', (_, text) => {
    const parsed = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
    const theirs = parsed?.getAllProperties().filter(({ type }) => type === 'text' || type === 'cal-address');
    const ours = contentLines(unfolded(Buffer.from(text)));
    for (const property of theirs ?? []) {
      const name = property.name.toUpperCase();
      const value = String(property.getFirstValue());
      const line = ours.find((each) => each.name === name && textOf(each.value) === value);
      expect(line, `${name}:${value}`).toBeDefined();
      const common = property.getFirstParameter('cn');
      expect(line?.parameters.get('CN')).toBe(common === undefined ? undefined : String(common));
    }
    expect(theirs?.length).toBeGreaterThan(4);
  });
});

describe('a hostile file', () => {
  it.each([
    ['nothing', ''],
    ['no calendar', 'Hello.'],
    ['no event', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'],
    ['a cut event', GOOGLE.slice(0, GOOGLE.indexOf('STATUS:'))],
    ['crossed components', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT\n'],
    ['an event without a calendar', 'BEGIN:VEVENT\nUID:1\nEND:VEVENT\n'],
    ['bytes', '\0\u0001\ufffd;;:::,"'],
    ['too many bytes', event(`SUMMARY:${'x'.repeat(MAX_CALENDAR_BYTES)}`)],
  ])('with %s is no invitation', (_, text) => {
    expect(read(text)).toBeNull();
  });

  it('shows no control, invisible or direction characters', () => {
    const shown = read(
      event(
        'SUMMARY:In\u202evoice\u200b\\nTwo\u0007\u2028three',
        'LOCATION:\u200b',
        'ORGANIZER;CN=Bo\u202es^ns:mailto:bo@example.com',
        'DTSTART;TZID=A\u202eB:20261201T090000',
      ),
    );
    expect(shown).toMatchObject({
      summary: 'Invoice Two three',
      location: null,
      organizer: { name: 'Bos s' },
      start: { zone: 'AB' },
    });
  });

  it('gets no line out of an escaped line break or a parameter', () => {
    const shown = read(
      event(
        'SUMMARY:Lunch\\nUID:forged\\r\\nORGANIZER:mailto:eve@example.net',
        'ATTENDEE;CN="x^nORGANIZER:mailto:eve@example.net":mailto:a@example.com',
        'ORGANIZER;CN="a:b":mailto:ann@example.com',
        'ORGANIZER:mailto:second@example.com',
      ),
    );
    expect(shown?.uid).toBeNull();
    expect(shown?.organizer).toEqual({ name: 'a:b', address: 'ann@example.com' });
  });

  it.each([
    'mailto:',
    'mailto:a b@example.com',
    'mailto:%ff%@example.com',
    'mailto:a@example.com%0d%0aBcc:eve@example.net',
    'mailto:a@example.com,eve@example.net',
    'http://example.com',
    `mailto:${'a'.repeat(5000)}@example.com`,
  ])('has no organizer at %s', (uri) => {
    expect(read(event(`ORGANIZER:${uri}`))?.organizer).toBeNull();
  });

  it('has no times and numbers that are none', () => {
    const lines = ['DTSTART:20260230T090000Z', 'DTEND:20261201T250000', 'DURATION:P', 'SEQUENCE:-1'];
    expect(read(event(...lines, 'STATUS:MAYBE', 'UID:\\n'))).toMatchObject({
      ...{ start: null, end: null, duration: null, sequence: 0, status: null, uid: null, all_day: false },
    });
    expect(read(event('SEQUENCE:9999999999'))?.sequence).toBe(2 ** 31 - 1);
  });

  it('keeps 100 attendees and one event, and counts the others', () => {
    const attendees = Array.from({ length: 130 }, (_, index) => `ATTENDEE:mailto:a${index}@example.com`);
    const one = event('UID:1', ...attendees);
    const more = 'BEGIN:VEVENT\nUID:2\nEND:VEVENT\n'.repeat(500);
    const shown = read(one.replace('END:VCALENDAR', `${more}END:VCALENDAR`));
    expect(shown?.attendees).toHaveLength(100);
    expect(shown).toMatchObject({ uid: '1', attendees_left_out: 30, events_left_out: 500 });
  });

  it('with a byte changed, left out or doubled is read or not, without an error', () => {
    for (const source of [GOOGLE, OUTLOOK, APPLE]) {
      const bytes = Buffer.from(source);
      for (const [at, byte] of bytes.entries()) {
        if (at % 3 > 0) continue;
        for (const put of [[], [byte, byte], [0x0a], [0x22], [0x3b], [0x3a], [0x25], [0xff]]) {
          const changed = Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + 1)]);
          const shown = readCalendar(changed);
          if (shown !== null) calendar.parse(shown);
        }
      }
    }
  });

  it('keeps 1000 characters of a text', () => {
    expect(read(event(`SUMMARY:${'\u{1f35e}'.repeat(3000)}`))?.summary).toBe('\u{1f35e}'.repeat(1000));
  });

  it.each([
    ['folds', `SUMMARY:x${'\r\n '.repeat(80_000)}`],
    ['components', 'BEGIN:X\n'.repeat(30_000)],
    ['parameters', `SUMMARY${';a=b'.repeat(60_000)}:x`],
    ['parameter values', `SUMMARY;a=${'b,'.repeat(120_000)}`],
    ['quotes', `SUMMARY;a=${'"'.repeat(240_000)}`],
    ['escapes', `SUMMARY:${'\\n'.repeat(120_000)}`],
    ['carets', `ORGANIZER;CN="${'^n'.repeat(120_000)}":mailto:a@example.com`],
    ['percent signs', `ORGANIZER:mailto:${'%25'.repeat(80_000)}`],
    ['attendees', 'ATTENDEE:mailto:\n'.repeat(14_000)],
  ])('of many %s takes no long time', async (_, line) => {
    const content = Buffer.from(event(line));
    expect(content.byteLength).toBeLessThanOrEqual(MAX_CALENDAR_BYTES);
    expect(await processorTime(() => readCalendar(content))).toBeLessThan(500);
  });
});
