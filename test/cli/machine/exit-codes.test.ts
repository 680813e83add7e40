import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../cli/client/errors.ts';
import { EXITS } from '../../../cli/machine/exit-codes.ts';
import { ERRORS } from '../../../shared/contract/errors.ts';
import { agentmail } from '../../support/cli.ts';

const error = (code: string, status: number) =>
  new ApiError({ status, code, message: '', details: undefined, requestId: undefined });

describe('exit codes', () => {
  test('are frozen: scripts rely on these numbers', () => {
    expect(Object.fromEntries(Object.entries(EXITS).map(([name, { code }]) => [name, code]))).toEqual({
      ok: 0,
      internal: 1,
      usage: 2,
      changes: 2,
      credentials: 3,
      refused: 4,
      held: 5,
      nothing_arrived: 6,
      unreachable: 7,
      transient: 8,
    });
  });

  test('are explained by --help', async () => {
    const { stdout, exit } = await agentmail(['--help']);
    expect(exit).toBe(0);
    for (const { code, meaning } of Object.values(EXITS)) expect(stdout).toContain(`  ${code}  ${meaning}`);
  });

  test('follow the contract for each code that it knows', () => {
    for (const [code, { exit, status }] of Object.entries(ERRORS)) {
      expect(error(code, status[0]).failure.exit, code).toBe(exit);
    }
  });

  test.each([
    [400, 'usage'],
    [401, 'credentials'],
    [403, 'refused'],
    [404, 'usage'],
    [409, 'refused'],
    [422, 'usage'],
    [429, 'transient'],
    [500, 'internal'],
    [503, 'transient'],
  ] as const)('of a code from a newer daemon follow its status %i: %s', (status, exit) => {
    expect(error('SOMETHING_NEW', status).failure).toMatchObject({ exit, code: 'SOMETHING_NEW' });
  });
});
