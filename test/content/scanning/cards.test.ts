import { describe, expect, it } from 'vitest';
import { detectPii } from '../../../daemon/content/scanning/pii/detect.ts';

describe('card numbers', () => {
  const found = (text: string) => detectPii(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['5555555555554444', 'name,card,expiry\nAnna,5555555555554444,12/27'],
    ['5555555555554444', 'no,card,expiry\n1,5555555555554444,12/27'],
    ['5555555555554444', 'Anna,5555555555554444'],
    ['4111111111111111', 'Visa #4111111111111111'],
    ['4111111111111111', 'Card no.4111111111111111.'],
    ['4111.1111.1111.1111', 'It is 4111.1111.1111.1111.'],
    ['4111  1111  1111  1111', 'My visa: 4111  1111  1111  1111'],
    ['5555 5555\n5555 4444', 'My card is 5555 5555\n5555 4444'],
    ['5555 5555 5555 4444', 'In 2024 5555 5555 5555 4444 was new'],
    ['5555555555554444', '%B5555555555554444^BERG/ANNA^2712101?'],
    ['5555555555554444', 'a _5555555555554444_ b'],
  ])('are found: %s in %s', (value, text) => {
    expect(found(text)).toContain(value);
  });

  it.each([
    'The mean is 3,4111111111111111 and the other 0.4111111111111111.',
    'https://photos.example.org/4111111111111111/n_4111111111111111_b.jpg',
    'Ticket #4111111111111111 is closed.',
    'Rows:\n4512  4712  4980  5103\n4111  1111  1111  1111\n6011  1111  2222  3333',
    '4111 1111 1111 1112',
  ])('are not seen in: %s', (text) => {
    expect(detectPii(text).filter(({ type }) => type === 'CREDIT_CARD')).toEqual([]);
  });
});
