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

  it.each([4, 8, 12, 15])('does not open with a tag of %i bytes, which could be guessed', (bytes) => {
    expect(() => secrets.unseal('a purpose', sealed.subarray(0, 12 + bytes))).toThrow();
  });
});
