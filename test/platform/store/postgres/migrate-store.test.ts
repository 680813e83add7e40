import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answers, filledHome, move } from '../../../support/moved-home.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';

it(
  'a moved home gives the same answers there and back, and the source is kept',
  needsPrograms({ postgresql: hasPostgres() }),
  async () => {
    const { home, key } = await filledHome();
    const before = await answers(home, key, null);
    const url = await freshDatabase('empty');
    const moved = await move(home, url);
    expect(moved.rows).toBeGreaterThan(100);
    const file = join(home, 'store.url');
    expect(readFileSync(file, 'utf8')).toBe(`${url}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await answers(home, key, url)).toEqual(before);
    const back = await move(home, 'sqlite');
    expect(existsSync(join(back.kept_in ?? '', 'agentmail.db'))).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(await answers(home, key, null)).toEqual(before);
  },
);
