import { expect, it } from 'vitest';
import { fuzzMessages } from './mime/fuzz.ts';

/** `npm run fuzz:mail` does this for as long as it is told. */
it('no mutated message breaks a parser, a scanner or a reader, or shows harm to another parser that was not held here', async () => {
  const { violations, disguised } = await fuzzMessages(11, 100);
  expect(violations).toEqual([]);
  expect(disguised).toBeGreaterThan(5);
});
