import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { checkRoom, judgeRoom } from '../../cli/doctor/room.ts';
import { MB } from '../../shared/contract/limits.ts';

describe('the room that doctor finds on the disk', () => {
  test.each([
    [4_000 * MB, 'ok', '4,000 MB free'],
    [499 * MB, 'warning', '499 MB free'],
    [20 * MB, 'error', '20 MB free'],
    [0, 'error', '0 MB free'],
  ])('of %d bytes is called %s', (free, severity, message) => {
    expect(judgeRoom(free)).toMatchObject({ severity, message });
  });

  test('is that of the folder, where there is one', async () => {
    expect((await checkRoom(tmpdir())).message).toMatch(/^[\d,]+ MB free$/);
    expect((await checkRoom('/does/not/exist')).severity).toBe('skipped');
  });
});
