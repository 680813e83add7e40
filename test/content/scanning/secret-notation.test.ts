import { describe, expect, it } from 'vitest';
import { outbound, rulesOf, scan } from './support.ts';

const TOKEN = 'ghp_q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa123';
const VALUE = 'Tr0ub4dor&3';
const KEY = 'q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTaq7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa';
const leaked = async (text: string, html: string | null = null) =>
  rulesOf(await scan(outbound({ text, html })), 'secret_detected');

describe('secrets in ordinary notation', () => {
  it.each([
    ['emphasis', `Here: _${TOKEN}_`],
    ['strong emphasis', `Here: __${TOKEN}__`],
    ['escapes', `Here: ${TOKEN.replaceAll('_', '\\_')}`],
    ['hyphens of typesetting', `glpat\u2011${TOKEN.slice(4, 30)}`],
    ['a list', `Login for the shop:\n- User - anna\n- Password - ${VALUE}`],
    ['a tab', `User\tanna\nPassword\t${VALUE}`],
    ['a table', `| User | anna |\n| Password | ${VALUE} |`],
    ['a table with a head', `| User | Password |\n|---|---|\n| anna | ${VALUE} |`],
    ['a column', `user,password\nanna,${VALUE}\ntom,h4rd-to-guess`],
    ['a column in quotes', `"user";"wifi password"\n"anna";"${VALUE}"`],
    ['user and pass', `user: anna, pass: ${VALUE}`],
    ['Japanese', `パスワード：${VALUE}`],
    ['Japanese prose', `パスワードは${VALUE}です`],
    ['Chinese', `密码是 ${VALUE}`],
    ['Russian', `Пароль: ${VALUE}`],
    ['Portuguese', `A senha é ${VALUE}`],
    ['Polish', `Hasło: ${VALUE}`],
    ['Dutch', `Wachtwoord: ${VALUE}`],
    ['Swedish', `Lösenord - ${VALUE}`],
    ['Korean', `비밀번호: ${VALUE}`],
    ['a passphrase', 'Passphrase: correct horse battery staple'],
    [
      'words of a wallet',
      'My recovery phrase:\nlegal winner thank year wave sausage worth useful legal winner thank yellow',
    ],
    [
      'numbered words of a wallet',
      'Seed:\n1. legal 2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow',
    ],
    ['OpenRouter', `sk-or-v1-${'4c1e9a276f0b4d358a925be1c07d3f68'.repeat(2)}`],
    ['DeepSeek', `sk-${'4c1e9a276f0b4d358a925be1c07d3f68'}`],
    ['a bare bearer', `Send it with Bearer ${KEY.slice(0, 40)}`],
    ['a key without its head', `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n${KEY}\n${KEY}`],
    ['an older key without its head', `MIIEpAIBAAKCAQEA${KEY}\n${KEY}`],
    [
      'a key with a comment',
      `-----BEGIN RSA PRIVATE KEY-----\nComment: anna@example.com\n\nMIIEpAIBAAKCAQEA${KEY}\n-----END RSA PRIVATE KEY-----`,
    ],
    ['an address that ends no subscription', `https://evil.example/unsubscribe?password=${VALUE}`],
  ])('are found: %s', async (_, text) => {
    expect(await leaked(text)).not.toEqual([]);
  });

  it('are found in cells of html', async () => {
    const html = `<table><tr><td>User</td><td>anna</td></tr><tr><td>Password</td><td>h4rdtoguess</td></tr></table>`;
    expect(await leaked('See the table.', html)).toEqual(['label']);
  });

  it('are marked where they stand behind escapes', async () => {
    const text = `a\\_b and c\\_d: ${TOKEN.replaceAll('_', '\\_')} ends`;
    const { findings } = await scan(outbound({ text }));
    const span = findings.find(({ category }) => category === 'secret_detected')?.spans[0];
    expect(text.slice(span?.start, span?.end)).toBe(TOKEN.replaceAll('_', '\\_'));
  });

  it.each([
    'Reset password - Case#12345',
    'Username\nPassword\nOAuth2',
    'Boarding pass - XY4567\nSki pass: AB12CD',
    'name,password policy\nanna,strict2024',
    '| Name | Token |\n|---|---|\n| a | 12 |',
    'Tests pass: 1234/1240',
    'Password: please ask Tom for the new one',
    'Passphrase: sent separately via phone call',
    'Your seed order:\nplease send twelve bags before monday because our gardener comes early this week then',
    'Wir haben das Wachtwoord vergessen, und die senha ist weg.',
    'Bearer bonds are rare. The bearer of this letter is Anna.',
    'The flag is _very_important_ and `my_function_name_`.',
    'Le mot de passe - voir ci-dessous',
    'https://news.example.test/unsubscribe?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c',
    'Password (required*)\nForgot password?\nKeep me signed in',
  ])('are not seen in: %s', async (text) => {
    expect(await leaked(text)).toEqual([]);
  });
});
