import { describe, expect, it } from 'vitest';
import { installScripts, isAllowed, isForAnotherMachine, lockedPackages, lockText } from './supply/lock.ts';

/** Offline checks of packages; `npm run supply` adds online ones. */
describe('every package', () => {
  const packages = lockedPackages();

  it('is pinned by a hash, except builds of development tools for other machines', () => {
    const unpinned = packages.filter(
      ({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
    );
    expect(unpinned.filter((each) => !isForAnotherMachine(each))).toEqual([]);
    expect(packages.length).toBeGreaterThan(100);
  });

  it('is found by its name in whatever registry is configured: the lock file names no host', () => {
    expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    expect(lockText()).not.toMatch(/"(?:resolved|git\+|https?:\/\/[^"]*\.tgz)/);
  });

  it('runs nothing when it is installed, unless the manifest says so by name', () => {
    const running = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    const decided = Object.keys(installScripts());
    const allowed = decided.filter((name) => installScripts()[name]);
    expect(running.filter((name) => !decided.includes(name))).toEqual([]);
    // The one that may puts the pinned Node beside the sources; what is published depends on none.
    expect(allowed).toEqual(['node']);
    expect(packages.filter(({ hasInstallScript, dev }) => hasInstallScript && !dev)).toEqual([]);
  });

  it('has a licence of the list', () => {
    const others = packages.filter(({ license, dev }) => !isAllowed(license ?? 'none', dev === true));
    expect(others.filter((each) => !(each.license === undefined && isForAnotherMachine(each)))).toEqual([]);
  });

  it('would be found out with another licence', () => {
    expect(isAllowed('GPL-3.0-only', true)).toBe(false);
    expect(isAllowed('MPL-2.0', false)).toBe(false);
    expect(isAllowed('(MIT AND GPL-2.0)', true)).toBe(false);
    expect(isAllowed('(MIT OR EUPL-1.1+)', false)).toBe(true);
  });
});
