import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpack } from '../../../daemon/platform/store/packing.ts';
import { openHomeFile } from '../../support/database-file.ts';

/** Of each database itself: its schema's history, its search index. */
const OWN = /^(?:sqlite_|schema_migrations$|search|message_search)/;
/** Columns that each database computes again. */
const REBUILT = new Set(['unindexed_before']);

type Row = Record<string, unknown>;

/** A digest of each table of a home's SQLite file, as it's stored, whatever the order of its rows. */
export function contentOf(home: string): Record<string, string> {
  const file = openHomeFile(home);
  try {
    const tables = file.prepare("select name from sqlite_master where type = 'table' order by name").all();
    const names = (tables as { name: string }[]).map(({ name }) => name).filter((name) => !OWN.test(name));
    return Object.fromEntries(
      names.map((name) => {
        const rows: string[] = [];
        for (const row of file.prepare(`select * from "${name}"`).iterate() as Iterable<Row>) {
          rows.push(digestOf(name === 'blobs' ? withBytes(home, row) : row));
        }
        return [name, `${rows.length} ${digestOf(rows.sort())}`];
      }),
    );
  } finally {
    file.close();
  }
}

/** A blob with its bytes, wherever they are stored. */
function withBytes(home: string, row: Row): Row {
  const stored = row.content as Buffer | null;
  const content = stored ?? readFileSync(join(home, 'blobs', String(row.id)));
  return { ...row, packed: null, content: row.packed === 1 ? unpack(content) : content };
}

function digestOf(value: object): string {
  const text = JSON.stringify(value, (key, inner) => (REBUILT.has(key) ? null : inner));
  return createHash('sha256').update(text).digest('base64');
}
