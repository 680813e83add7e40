import { describe, expect, test } from 'vitest';
import { cli, throwAwayHome } from '../support/daemon-process.ts';

describe('the tour', () => {
  test('is JSON lines for programs', async () => {
    const { stdout } = await cli(throwAwayHome(), ['tour', '--json']);
    const steps = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(steps.filter(({ step }) => step !== undefined).map(({ step }) => step)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });
});
