import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { packages: Readonly<Record<string, Package>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** The entry that a package at `path` gets for a name: the nearest node_modules folder that has it. */
function entryFor(path: string, name: string): Package | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = lock.packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`];
    if (found || at === '') return found;
  }
}

test('the lock file names the optional packages of all platforms, without which npm ci refuses it', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && entryFor(path, name)?.version !== version)
      .map(([name, version]) => `${name}@${version}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no host', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"');
});
