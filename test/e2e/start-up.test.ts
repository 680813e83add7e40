import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(`dist/${name}`, 'utf8');
/** The files that a bundle imports before it runs. */
const eager = (name: string) =>
  [...read(name).matchAll(/(?:from|import)\s?"\.\/([^"]+)"/g)].map((match) => match[1] ?? '');

test('help and version load one file beside the entry: schemas, client and screens wait until they are needed', () => {
  const [start, ...others] = eager('cli.js');
  expect(others).toEqual([]);
  expect(start).toMatch(/^cli-start-/);
  expect(eager(start ?? '')).toEqual([]);
});
