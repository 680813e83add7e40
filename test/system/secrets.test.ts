import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../daemon/system/secrets.ts';

describe('a sealed value', () => {
  const secrets = new Secrets(randomBytes(32));
  const sealed = secrets.seal('a purpose', '');

  it('opens for its purpose only', () => {
    expect(secrets.unseal('a purpose', sealed)).toBe('');
    expect(() => secrets.unseal('another', sealed)).toThrow();
  });

  it.each(['a', 'ab', 'abc'])('has one spelling as a token: %s', (text) => {
    const token = secrets.sealToken('a purpose', text);
    expect(secrets.unsealToken('a purpose', token)).toBe(text);
    const others = ['A', '=', '==', '.', ' ', '\n', '!x'].flatMap((junk) => [token + junk, junk + token]);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const otherEnds = [...alphabet].map((last) => token.slice(0, -1) + last).filter((made) => made !== token);
    const classic = token.replaceAll('-', '+').replaceAll('_', '/');
    for (const other of [...others, ...otherEnds, ...(classic === token ? [] : [classic])]) {
      expect([other, secrets.unsealToken('a purpose', other)]).toEqual([other, null]);
    }
  });

  it.each([4, 8, 12, 15])('does not open with a tag of %i bytes, which could be guessed', (bytes) => {
    expect(() => secrets.unseal('a purpose', sealed.subarray(0, 12 + bytes))).toThrow();
  });
});
