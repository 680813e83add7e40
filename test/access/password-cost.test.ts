import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newPasswordHash,
  PASSWORD_COST,
  passwordMatches,
  setPasswordCost,
} from '../../daemon/access/password.ts';
import { TEST_PASSWORD_COST } from '../support/service.ts';

beforeAll(() => setPasswordCost(PASSWORD_COST));
afterAll(() => setPasswordCost(TEST_PASSWORD_COST));

it('passwords are hashed by argon2id with 19 MiB and two passes', async () => {
  const password = 'correct horse battery';
  const stored = await newPasswordHash(password, 'person@example.com');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(password, stored)).toBe(true);
  expect(await passwordMatches('another password', stored)).toBe(false);
});

it('an unknown account costs a hash of the same parameters, and matches nothing', async () => {
  expect(await passwordMatches('correct horse battery', null)).toBe(false);
});
