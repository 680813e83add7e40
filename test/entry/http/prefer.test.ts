import { expect, it } from 'vitest';
import { readPreferences } from '../../../daemon/entry/http/prefer.ts';

it.each([
  ['outcome=strict', true],
  ['Outcome = "Strict"', true],
  ['respond-async,outcome=strict', true],
  ['wait=10, outcome=strict; because="a, b"; x', true],
  ['outcome=strict, outcome=lax', true],
  ['outcome=lax, outcome=strict', false],
  ['note="a, outcome=strict"', false],
  ['outcome', false],
  ['strict', false],
  ['', false],
  [undefined, false],
])('Prefer: %s asks for a strict outcome: %s', (header, strict) => {
  expect(readPreferences(header).strict).toBe(strict);
});

it.each([
  ['idempotency=strict', ['idempotency'], 'idempotency=strict'],
  ['idempotency=strict, outcome=strict', undefined, 'outcome=strict, idempotency=strict'],
  ['idempotency=strict, outcome=strict', ['idempotency'], 'idempotency=strict'],
  ['outcome=strict', ['idempotency'], undefined],
  ['idempotency=lax', undefined, undefined],
  ['idempotency', undefined, undefined],
] as const)('Prefer: %s at an endpoint that honours %s is confirmed as %s', (header, honoured, applied) => {
  const read = readPreferences(header, honoured);
  expect(read.applied['preference-applied']).toBe(applied);
  expect(read.strictKey).toBe(applied?.includes('idempotency=strict') ?? false);
});

it.each([
  ['respond-async', true],
  ['RESPOND-ASYNC; later, outcome=strict', true],
  ['outcome="respond-async"', false],
])('Prefer: %s lets the answer come early: %s', (header, early) => {
  expect(readPreferences(header).async).toBe(early);
});
