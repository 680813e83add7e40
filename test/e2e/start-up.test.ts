import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(`dist/${name}`, 'utf8');
/** The files that a bundle imports before it runs. */
const eager = (name: string) =>
  [...read(name).matchAll(/(?:from|import)\s?"\.\/([^"]+)"/g)].map((match) => match[1] ?? '');

test('help and version load at most one file beside the entry: schemas, client and screens wait until they are needed', () => {
  const beside = eager('cli.js');
  expect(beside.length).toBeLessThanOrEqual(1);
  for (const name of ['cli.js', ...beside]) {
    expect(eager(name).filter((other) => !beside.includes(other))).toEqual([]);
    // What zod, the client and React cannot be without.
    expect(read(name)).not.toMatch(/ZodError|UNEXPECTED_REPLY|react\.element/);
  }
});
