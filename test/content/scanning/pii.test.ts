import { describe, expect, it } from 'vitest';
import { redact } from '../../../daemon/content/scanning/index.ts';
import { detectPii } from '../../../daemon/content/scanning/pii/detect.ts';

const found = (text: string) => detectPii(text).map(({ start, end, type }) => [type, text.slice(start, end)]);

describe('personal data', () => {
  it.each([
    ['EMAIL_ADDRESS', 'Write to m.weber+shop@mail.example.org today.', 'm.weber+shop@mail.example.org'],
    ['PHONE_NUMBER', 'My phone is (202) 555-0143.', '(202) 555-0143'],
    ['PHONE_NUMBER', 'Ring +44 20 7946 0958 after six.', '+44 20 7946 0958'],
    ['US_SSN', 'SSN: 536-22-1839', '536-22-1839'],
    ['US_SSN', 'Please use 123-45-6789 for the form.', '123-45-6789'],
    ['US_SSN', 'her social security number 536221839 is wrong', '536221839'],
    ['CREDIT_CARD', 'Card 4111 1111 1111 1111 expires soon.', '4111 1111 1111 1111'],
    ['CREDIT_CARD', 'amex 378282246310005', '378282246310005'],
    ['IBAN_CODE', 'Pay to DE89 3704 0044 0532 0130 00 please', 'DE89 3704 0044 0532 0130 00'],
    ['IBAN_CODE', 'iban gb82west12345698765432', 'gb82west12345698765432'],
    ['US_ITIN', 'ITIN 912-70-1234', '912-70-1234'],
    ['US_BANK_NUMBER', 'my bank account number is 004417230981', '004417230981'],
    ['US_DRIVER_LICENSE', "my driver's license number is D4417230", 'D4417230'],
    ['US_PASSPORT', 'passport number 533380006', '533380006'],
    ['UK_NHS', 'NHS number 943 476 5919', '943 476 5919'],
    ['MEDICAL_LICENSE', 'DEA number AB1234563', 'AB1234563'],
    ['CRYPTO', 'send it to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['CRYPTO', 'or BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['PERSON', 'My name is Ingrid Svensson and I need help.', 'Ingrid Svensson'],
    ['PERSON', 'Deine Unterlagen liegen bei Frau Annegret Thielemann.', 'Annegret Thielemann'],
    ['PERSON', 'Estimada señora Fernández:', 'Fernández'],
    ['PERSON', 'The invoice goes to Kowalski & Sons, attn. Jan Kowalski.', 'Jan Kowalski'],
    ['PERSON', 'Regards,\nMichael', 'Michael'],
    ['PERSON', 'A novel by Jack London is on the table.', 'Jack London'],
    ['PERSON', 'The party is for Anna, Koppány, Gaetane and Mette.', 'Anna'],
    ['PERSON', 'Ask Steffen, Ariana or Vehbija.', 'Vehbija'],
  ])('of type %s is found in: %s', (type, text, value) => {
    expect(found(text)).toContainEqual([type, value]);
  });

  it.each([
    'The order number is 4111111111111112 and it ships on 2026-03-14 at 10:30.',
    'Version 1.2.3.4 was built from 3fa85f64 on host 192.168.10.20.',
    'IBAN DE89 3704 0044 0532 0130 01 has a typing error.',
    'However, the Monday meeting in the office is about the budget.',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'Paris and London in December, Vienna in May. Denver is our hub.',
    'The office moved to Maria Becker Avenue.',
    'Send it to USS Abraham Lincoln, FPO AA 65607.',
    'a'.repeat(201),
    'Lorem ipsum dolor sit amet.',
  ])('is not seen where there is none: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('has sorted spans without overlaps', () => {
    const spans = detectPii(
      'Anna Berg, anna.berg@example.org, 4111111111111111, +1 202 555 0143, 536-22-1839',
    );
    for (const [index, span] of spans.entries())
      expect(span.start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
    expect(spans.length).toBeGreaterThanOrEqual(5);
  });

  it('has offsets in UTF-16 units', () => {
    const text = '🙂🙂 anna@example.org';
    expect(found(text)).toEqual([['EMAIL_ADDRESS', 'anna@example.org']]);
  });
});

describe('redaction', () => {
  const text = 'Write to anna@example.org or pay 4111111111111111.';
  const spans = detectPii(text);
  const hashKey = Buffer.alloc(32, 7);

  it('replaces every span by its type by default', () => {
    expect(redact(text, spans, { types: null, hashKey })).toBe(
      'Write to <EMAIL_ADDRESS> or pay <CREDIT_CARD>.',
    );
  });

  it('shows the types that the mailbox wants shown', () => {
    const types = { EMAIL_ADDRESS: { visibility: 'show' } } as const;
    expect(redact(text, spans, { types, hashKey })).toBe('Write to anna@example.org or pay <CREDIT_CARD>.');
  });

  it('masks all but the last four characters, and keeps the domain of an address', () => {
    const types = {
      EMAIL_ADDRESS: { operator: 'partial_mask' },
      CREDIT_CARD: { operator: 'partial_mask' },
    } as const;
    expect(redact(text, spans, { types, hashKey })).toBe(
      'Write to a***@example.org or pay ************1111.',
    );
  });

  it('hides a masked value that is no longer than what a mask shows', () => {
    const types = { PERSON: { operator: 'partial_mask' } } as const;
    expect(redact('Ana', [{ start: 0, end: 3, type: 'PERSON' }], { types, hashKey })).toBe('***');
  });

  it('hashes under the key: the same value alike, another key differently', () => {
    const types = { CREDIT_CARD: { operator: 'hash_replace' } } as const;
    const first = redact(text, spans, { types, hashKey });
    expect(first).toMatch(/<CREDIT_CARD:[0-9a-f]{8}>/);
    expect(redact(text, spans, { types, hashKey })).toBe(first);
    expect(redact(text, spans, { types, hashKey: Buffer.alloc(32, 8) })).not.toBe(first);
  });
});

describe('IBANs of all countries', () => {
  const COUNTRIES =
    'AD24 AE23 AL28 AO25 AT20 BE16 BF28 BR29 CH21 CI28 CM27 CV25 DE22 DZ26 EG29 ES24 FI18 FR27 GB22 GR27 HN28 IR26 IT27 LC32 MA28 MN20 MT31 NI28 NL18 NO15 OM23 PL28 RU33 SD18 SN28 SO23 TN24 UA29 YE30'.split(
      ' ',
    );

  it.each(COUNTRIES)('are found by length and checksum: %s', (entry) => {
    const country = entry.slice(0, 2);
    const account = '0123456789012345678901234567890'.slice(0, Number(entry.slice(2)) - 4);
    const code = [...country].map((letter) => letter.charCodeAt(0) - 55).join('');
    const check = String(98n - (BigInt(`${account}${code}00`) % 97n)).padStart(2, '0');
    const iban = `${country}${check}${account}`;
    const grouped = iban.replace(/.{4}(?=.)/g, '$& ');
    for (const written of [iban, grouped, iban.toLowerCase()]) {
      const spans = detectPii(`Pay to ${written}, please`).filter(({ type }) => type === 'IBAN_CODE');
      expect(spans.map(({ start, end }) => end - start)).toEqual([written.length]);
    }
    const wrong = `${country}${check === '50' ? '51' : '50'}${account}`;
    expect(detectPii(`Pay to ${wrong}, please`).map(({ type }) => type)).not.toContain('IBAN_CODE');
  });
});
