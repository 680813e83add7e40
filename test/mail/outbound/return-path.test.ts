import { describe, expect, it } from 'vitest';
import { readReturnPath, returnPath } from '../../../daemon/network/domains/return-path.ts';
import { Secrets } from '../../../daemon/platform/system/secrets.ts';

const ID = '01999999-aaaa-7bbb-8ccc-0123456789ab';
/**
 * Hexadecimal digits of 64 bits: too many to try over SMTP, and the address stays below 64 characters (RFC
 * 5321, 4.5.3.1.1).
 */
const TOKEN = 16;

describe('a return path', () => {
  const secrets = new Secrets(Buffer.alloc(32, 1));
  const mail = { messageId: ID, recipient: null };
  const [local = '', domain] = returnPath(secrets, mail, 'example.com').split('@');
  const [name, token = ''] = local.split('.');

  it('names the message, with a token of 64 bits', () => {
    expect(domain).toBe('example.com');
    expect(name).toBe(`bounces+${ID.replaceAll('-', '')}`);
    expect(token).toMatch(new RegExp(`^[0-9a-f]{${TOKEN}}$`));
    expect(local.length).toBeLessThanOrEqual(64);
    expect(readReturnPath(secrets, local)).toEqual(mail);
  });

  it('names the recipient among several, with a token of its own', () => {
    const places = [0, 1, 49, 199].map((recipient) => {
      const [path = ''] = returnPath(secrets, { messageId: ID, recipient }, 'example.com').split('@');
      expect(path.length).toBeLessThanOrEqual(64);
      expect(readReturnPath(secrets, path)).toEqual({ messageId: ID, recipient });
      return path;
    });
    const [first = '', second = ''] = places;
    expect(readReturnPath(secrets, second.replace(/\..*/, first.slice(first.indexOf('.'))))).toBeNull();
    expect(readReturnPath(secrets, first.replace('-0.', '.'))).toBeNull();
    expect(readReturnPath(secrets, local.replace('.', '-0.'))).toBeNull();
  });

  it.each([
    ['cut to 4 digits', token.slice(0, 4)],
    ['one digit short', token.slice(0, -1)],
    ['one digit too long', `${token}0`],
    ['missing', ''],
    ['in capitals', 'ABCDEF0123456789'],
  ])('is refused with a token %s', (_, other) => {
    expect(readReturnPath(secrets, `${name}.${other}`)).toBeNull();
  });

  it('is refused when any digit of its token is another', () => {
    for (let at = 0; at < TOKEN; at++) {
      const other = token[at] === '0' ? '1' : '0';
      expect(
        readReturnPath(secrets, `${name}.${token.slice(0, at)}${other}${token.slice(at + 1)}`),
      ).toBeNull();
    }
  });

  it('is refused for another message, and under another key', () => {
    expect(readReturnPath(secrets, local.replace('89ab', '89ac'))).toBeNull();
    expect(readReturnPath(new Secrets(Buffer.alloc(32, 2)), local)).toBeNull();
  });
});
