import { expect, it } from 'vitest';
import { torture } from './smtp/torture.ts';

/** `npm run torture` does this many times over, and prints memory and waits. */
it('an SMTP listener under attack serves ordinary clients, takes nothing it should not, and leaves nothing open', async () => {
  const { violations } = await torture({ rounds: 1, scale: 1 });
  expect(violations).toEqual([]);
});
