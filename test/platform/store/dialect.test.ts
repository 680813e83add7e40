import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { parseAst } from 'rolldown/parseAst';
import { Visitor } from 'rolldown/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectOf } from '../../../daemon/platform/store/dialect.ts';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { stateIn, UNFINISHED } from '../../../daemon/platform/store/message-states.ts';
import type { Store } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { temporaryHome } from '../../support/temporary.ts';

let store: Store;

beforeAll(async () => {
  store = await openStore({
    home: temporaryHome(),
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: (error) => {
      throw error;
    },
  });
});

afterAll(() => store.close());

/** How SQLite finds the rows of a query. */
async function planOf(query: Explainable): Promise<string> {
  const [search] = await query.explain(undefined, QUERY_PLAN);
  return (search as { detail: string }).detail;
}
interface Explainable {
  explain(format: undefined, options: typeof QUERY_PLAN): Promise<unknown[]>;
}
const QUERY_PLAN = sql`query plan`;

describe('the SQL dialect', () => {
  it('writes lists of any length, of texts and numbers, in one statement', async () => {
    const { listOf } = dialectOf(store.read);
    const among = (values: readonly (string | number)[]) =>
      sql<{ value: string | number }>`select 7 as value where 7 in ${listOf(values)} union all
        select 'a"b' where 'a"b' in ${listOf(values)}`;
    const found = async (values: readonly (string | number)[]) =>
      (await among(values).execute(store.read)).rows.map(({ value }) => value);
    expect(await found([])).toEqual([]);
    expect(await found([1, 7])).toEqual([7]);
    expect(await found(['x', 'a"b', 7])).toEqual([7, 'a"b']);
    expect(among([1]).compile(store.read).sql).toBe(among([1, 2, 3]).compile(store.read).sql);
  });

  it('writes booleans as partial indexes have them', async () => {
    const starred = store.read
      .selectFrom('messages')
      .select('id')
      .where('mailbox_id', '=', 'm')
      .where(sql<boolean>`messages.starred = ${sql.lit(true)}`)
      .orderBy('created_at');
    expect(await planOf(starred)).toContain('INDEX messages_starred ');
  });

  it('keeps the planner off the indexes of a column', async () => {
    const unfinished = store.read
      .selectFrom('messages')
      .select('id')
      .where('direction', '=', 'outbound')
      .where(stateIn(UNFINISHED));
    const { unindexed } = dialectOf(store.read);
    expect(await planOf(unfinished.where('account_id', '=', 'a'))).toContain('INDEX messages_by_account ');
    const chosen = unfinished.where(unindexed('account_id'), '=', 'a');
    expect(await planOf(chosen)).toContain('INDEX messages_unfinished ');
  });

  it('takes the beginning of a text by bytes', async () => {
    const { beginning } = dialectOf(store.read);
    const { rows } = await sql<{ text: string }>`
      select ${beginning('text', 4)} as text from (select ${'a\0bcdef'} as text)
    `.execute(store.read);
    expect(rows).toEqual([{ text: 'a\0bc' }]);
  });
});

/** Words that SQLite knows and PostgreSQL doesn't, or with another meaning. */
const OF_SQLITE =
  /\b(?:json_(?!array_elements\b)\w+|ifnull|iif|glob|instr|rowid|_rowid_|unixepoch|strftime|julianday|group_concat|nocase|total_changes|typeof|printf|char|match)\b|\binsert\s+or\b|\b(?:max|min)\s*\([^()]*(?:\([^()]*\)[^()]*)*,|\bis\s+(?!null|not\s+null|not\s+distinct|distinct)\w/i;

const DAEMON = join(import.meta.dirname, '../../../daemon');

/** The texts of the `sql` templates of a file. */
function templatesOf(file: string): string[] {
  const texts: string[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql')
        texts.push(quasi.quasis.map(({ value }) => value.raw).join('x'));
    },
  }).visit(parseAst(readFileSync(join(DAEMON, file), 'utf8'), { lang: 'ts' }));
  return texts;
}

describe('the SQL of features', () => {
  it('has no words of SQLite', () => {
    const files = globSync('**/*.ts', { cwd: DAEMON, exclude: ['platform/store/sqlite/**', 'entry/web/**'] });
    const templates = files.flatMap((file) => templatesOf(file).map((text) => `${file}: ${text}`));
    expect(templates.length).toBeGreaterThan(30);
    expect(templates.filter((template) => OF_SQLITE.test(template))).toEqual([]);
    expect(templatesOf('platform/store/sqlite/search.ts').some((text) => OF_SQLITE.test(text))).toBe(true);
  });
});
