import { describe, expect, test } from 'vitest';
import { bodyText, parseMessage } from '../../../daemon/content/mime/parse.ts';
import { findOneTime } from '../../../shared/extract/one-time.ts';
import { findCode } from '../../../shared/extract/otp.ts';
import { findSignInLink } from '../../../shared/extract/sign-in-link.ts';

describe('a code of words', () => {
  test.each([
    ['Your login code is brave-otter-sings.', 'brave-otter-sings'],
    ['Use this code to sign in:\n\nbrave-otter-sings\n\nIt ends soon.', 'brave-otter-sings'],
    ['Temporary login code: mild-green-river-stone', 'mild-green-river-stone'],
    ['Enter Brave-Otter-Sings to confirm.', 'Brave-Otter-Sings'],
    ['Your code: BRAVE-OTTER-SINGS', 'BRAVE-OTTER-SINGS'],
  ])('is found in %j', (body, code) => {
    expect(findCode({ subject: '', body })).toBe(code);
  });

  test.each([
    ['Use the one-time-code of your app.'],
    ['Our sign-in is state-of-the-art.'],
    ['Confirm your stay at this family-run-style hotel.'],
    ['Your account is password-and-token protected.'],
    ['We like brave-otter-sings.'],
  ])('is not made of %j', (body) => {
    expect(findCode({ subject: '', body })).toBeNull();
  });
});

describe('a code in a subject', () => {
  test.each([
    ['482913 is your Example code', '482913'],
    ['Your Example code: 482 913', '482913'],
    ['[Example] Login code brave-otter-sings', 'brave-otter-sings'],
    ['Login code: brave-otter-sings', 'brave-otter-sings'],
  ])('of %j', (subject, code) => {
    expect(findCode({ subject, body: 'Do not share it.' })).toBe(code);
  });
});

const each = (code: string, before: string, after: string) =>
  [...code].map((character) => `${before}${character}${after}`).join('\n');

describe('a code that HTML splits', () => {
  test.each([
    ['digits in cells', `<table><tr>${each('482913', '<td>', '</td>')}</tr></table>`, '482913'],
    ['letters and digits in cells', `<table><tr>${each('7F3K2Q', '<td>', '</td>')}</tr></table>`, '7F3K2Q'],
    ['two cells', '<table><tr><td>482</td><td>913</td></tr></table>', '482913'],
    ['cells with a hyphen', '<table><tr><td>482</td><td>-</td><td>913</td></tr></table>', '482913'],
    ['letters in two cells', '<table><tr><td>K7Q</td><td>-</td><td>M3X</td></tr></table>', 'K7Q-M3X'],
    ['rows', `<table>${each('482913', '<tr><td>', '</td></tr>')}</table>`, '482913'],
    ['blocks', each('482913', '<div>', '</div>'), '482913'],
    [
      'nested tables',
      `<table><tr>${each('482913', '<td><table><tr><td>', '</td></tr></table></td>')}</tr></table>`,
      '482913',
    ],
    ['a soft hyphen', '<p>482&shy;913</p>', '482913'],
    ['a space of no width', '<p>482&#8203;913</p>', '482913'],
    ['inputs of prices', '<table><tr><td>Total</td><td>482</td><td>913</td></tr></table>', null],
  ])('into %s', async (_, html, code) => {
    const head =
      'From: a@example.org\r\nSubject: Hello\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n';
    const message = await parseMessage(Buffer.from(`${head}<p>Your verification code is</p>${html}`));
    expect(findCode({ subject: message.subject, body: bodyText(message) })).toBe(code);
  });
});

describe('a link that signs in or confirms', () => {
  const TOKEN = 'Zm9vYmFyMTIzNDU2Nzg5MA';
  test.each([
    [
      `Confirm your address:\n\nhttps://shop.example/confirm/${TOKEN}`,
      `https://shop.example/confirm/${TOKEN}`,
    ],
    [
      `Welcome [https://shop.example/]\nSign in [https://shop.example/in?t=${TOKEN}]\nHelp [https://shop.example/help]\nUnsubscribe [https://shop.example/u/${TOKEN}]`,
      `https://shop.example/in?t=${TOKEN}`,
    ],
    [
      `Verify email [https://click.example/ls/click?upn=${TOKEN}]`,
      `https://click.example/ls/click?upn=${TOKEN}`,
    ],
    ['Your magic link: https://app.example/auth#token=ab12', 'https://app.example/auth#token=ab12'],
    [
      `Reset it here: https://x.example/password/reset?code=1 or read https://x.example/blog/2026/${TOKEN}`,
      'https://x.example/password/reset?code=1',
    ],
    ['Bestätigen Sie Ihre Adresse: https://x.example/a?token=q1', 'https://x.example/a?token=q1'],
  ])('is found in %j', (body, link) => {
    expect(findSignInLink({ subject: 'Hello', body })).toBe(link);
  });

  test.each([
    ['Sign in at https://shop.example/login to see your order.'],
    [`Your order is on its way: https://track.example/p/${TOKEN}`],
    [`Confirm nothing. Unsubscribe [https://shop.example/unsubscribe?token=${TOKEN}]`],
    ['Lunch on Friday?'],
  ])('is not in %j', (body) => {
    expect(findSignInLink({ subject: 'Hello', body })).toBeNull();
  });

  test('goes after the code of the same message', () => {
    const readable = {
      subject: 'Sign in',
      body: 'Your code is 482913. Or sign in: https://x.example/in?token=ab12',
    };
    expect(findOneTime(readable, 'any')).toEqual({ kind: 'otp', value: '482913' });
    expect(findOneTime(readable, 'link')).toEqual({ kind: 'link', value: 'https://x.example/in?token=ab12' });
    expect(findOneTime({ subject: '', body: 'Hello' }, 'any')).toBeNull();
  });
});
