import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECRET_FILE, Secrets } from '../../../daemon/platform/system/secrets.ts';
import { launch, temporaryHome } from '../../support/service.ts';

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

describe('a home without accounts', () => {
  it('does not start with another secret', async () => {
    const home = temporaryHome();
    await (await launch({ home })).stop();
    writeFileSync(join(home, SECRET_FILE), '1'.repeat(64));
    await expect(launch({ home })).rejects.toThrow(SECRET_FILE);
  });

  it('does not start without its secret, nor make a new one', async () => {
    const home = temporaryHome();
    await (await launch({ home })).stop();
    rmSync(join(home, SECRET_FILE));
    await expect(launch({ home })).rejects.toThrow('is missing');
    expect(existsSync(join(home, SECRET_FILE))).toBe(false);
  });
});
