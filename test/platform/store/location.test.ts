import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInvocation } from '../../../daemon/entry/command-line/invocation.ts';
import { shownStoreUrl, storeUrlOf, writeStoreUrl } from '../../../daemon/platform/store/location.ts';
import { temporaryHome } from '../../support/temporary.ts';

const url = 'postgres://agentmail:s3cret@db.internal/agentmail';

describe('where a home has its database', () => {
  const storeOf = (home: string, argv: readonly string[] = [], env = {}) => {
    const invocation = readInvocation(['run', '--home', home, ...argv], env);
    return invocation.kind === 'run' ? invocation.config.store : undefined;
  };

  it('is the home itself, unless a flag, the environment or a file of the home says otherwise', () => {
    const home = temporaryHome();
    expect(storeOf(home)).toBeNull();
    writeStoreUrl(home, url);
    expect(storeOf(home)).toBe(url);
    expect(storeOf(home, [], { AGENTMAIL_STORE: `${url}2` })).toBe(`${url}2`);
    expect(storeOf(home, ['--store', `${url}3`], { AGENTMAIL_STORE: url })).toBe(`${url}3`);
    writeStoreUrl(home, null);
    expect(storeOf(home)).toBeNull();
  });

  it.each(['mysql://db/agentmail', 'db.internal', ''])('is not at %j', (given) => {
    expect(() => storeUrlOf({ home: temporaryHome(), given })).toThrow('must be postgres://');
  });

  it('is not read from a file that others can read', () => {
    const home = temporaryHome();
    writeFileSync(join(home, 'store.url'), url);
    chmodSync(join(home, 'store.url'), 0o644);
    expect(() => storeUrlOf({ home, given: undefined })).toThrow('chmod 600');
  });

  it('is shown without its password', () => {
    expect(shownStoreUrl(`${url}?sslmode=verify-full&sslpassword=x`)).toBe(
      'postgres://agentmail@db.internal/agentmail?sslmode=verify-full',
    );
  });
});
