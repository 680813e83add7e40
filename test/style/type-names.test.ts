import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const DECLARATION = /^(?:export )?(?:abstract )?(?:class|interface|type|enum) (?<name>\w+)/gm;

it('declares each type name in one file only', () => {
  const files = new Map<string, string[]>();
  // The published types have the names of the reference, and nothing but the client imports them.
  for (const file of globSync('{cli,daemon,shared}/**/*.{ts,tsx}', {
    exclude: ['daemon/entry/web/**', 'shared/client/api.d.ts'],
  })) {
    for (const { groups } of readFileSync(file, 'utf8').matchAll(DECLARATION)) {
      const name = groups?.name ?? '';
      files.set(name, [...(files.get(name) ?? []), file]);
    }
  }
  expect(files.size).toBeGreaterThan(1000);
  expect([...files].filter(([, declaring]) => new Set(declaring).size > 1)).toEqual([]);
});
