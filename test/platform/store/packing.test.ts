import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialectOf } from '../../../daemon/platform/store/dialect.ts';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import type { Store } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import * as api from '../../support/api.ts';
import { openHomeFile } from '../../support/database-file.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createTenant, launch } from '../../support/service.ts';
import { temporaryHome } from '../../support/temporary.ts';

const SENTENCE = 'Grüße vom Hafen, the parcel arrived \u0000 this morning. ';
const LONG = SENTENCE.repeat(40);

let home: string;
let store: Store;

beforeEach(async () => {
  home = temporaryHome();
  store = await openStore({
    home,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: (error) => {
      throw error;
    },
  });
});

afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

/** Rows of the file, read without the store. */
function inFile<T>(query: string): T[] {
  const file = openHomeFile(home);
  try {
    return file.prepare(query).all() as T[];
  } finally {
    file.close();
  }
}

describe('content of a blob', () => {
  async function kept(content: Buffer): Promise<{ bytes: number; size: number; packed: number }> {
    const blob = await store.blobs.prepare(content);
    await store.write('none', (transaction) => store.blobs.record(transaction, blob, null));
    expect(await store.blobs.read(blob.id)).toEqual(content);
    expect(store.blobs.beginningOf(blob, 20)).toEqual(content.subarray(0, 20));
    const [row] = inFile<{ bytes: number; size: number; packed: number }>(
      `select length(content) as bytes, size, packed from blobs where id = '${blob.id}'`,
    );
    if (!row) throw new Error('no row');
    return row;
  }

  it.each([256, 1000, 64_000])(
    'of %d equal bytes is read as it was, though next to nothing is stored',
    async (size) => {
      expect(await kept(Buffer.alloc(size, 'x'))).toMatchObject({ size, packed: 1 });
    },
  );

  it('is stored in less than half of its bytes where words repeat, and its size is the real one', async () => {
    const content = Buffer.from(LONG);
    const row = await kept(content);
    expect(row).toMatchObject({ size: content.length, packed: 1 });
    expect(row.bytes).toBeLessThan(content.length / 2);
  });

  it.each([
    ['short', Buffer.from(SENTENCE)],
    ['empty', Buffer.alloc(0)],
    ['random', randomBytes(5000)],
  ])('is stored as it is when %s', async (_, content) => {
    expect(await kept(content)).toEqual({ bytes: content.length, size: content.length, packed: 0 });
  });
});

describe('texts of the outbox', () => {
  const item = {
    kind: 'email',
    purpose: 'message',
    at: 1,
    sender: 'a@example.org',
    recipient: 'b@example.org',
    subject: null,
    raw_blob_id: null,
    account_id: null,
    message_id: null,
  } as const;

  it('are packed by inserts of one and of many rows, and by updates, and read as they were', async () => {
    const rows = [
      { ...item, id: 'one', text: LONG, html: `<p>${LONG}</p>` },
      { ...item, id: 'two', text: SENTENCE, html: null },
      { ...item, id: 'three', text: '', html: LONG },
    ];
    const read = () =>
      store.read.selectFrom('outbox').select(['id', 'text', 'html']).orderBy('seq').execute();
    const types = () =>
      inFile<{ types: string }>(
        "select typeof(text) || ' ' || typeof(html) as types from outbox order by seq",
      );
    await store.write('none', ({ db }) => db.insertInto('outbox').values(rows).execute());
    expect(await read()).toEqual(rows.map(({ id, text, html }) => ({ id, text, html })));
    expect(types().map((row) => row.types)).toEqual(['blob blob', 'text null', 'text blob']);
    await store.write('none', ({ db }) =>
      db.updateTable('outbox').set({ text: 'short', html: LONG }).where('id', '=', 'one').execute(),
    );
    expect((await read())[0]).toEqual({ id: 'one', text: 'short', html: LONG });
    expect(types()[0]).toEqual({ types: 'text blob' });
  });

  it('are read as they are where an earlier version stored them', async () => {
    await store.write('none', ({ db }) =>
      sql`insert into outbox (id, kind, purpose, at, sender, recipient, text, html)
        values ('old', 'email', 'message', 1, 'a', 'b', ${LONG}, null)`.execute(db),
    );
    expect(await store.read.selectFrom('outbox').select(['text', 'html']).execute()).toEqual([
      { text: LONG, html: null },
    ]);
  });

  it('have a beginning in bytes, packed or not', async () => {
    await store.write('none', ({ db }) =>
      db
        .insertInto('outbox')
        .values([
          { ...item, id: 'one', text: LONG, html: null },
          { ...item, id: 'two', text: SENTENCE, html: null },
        ])
        .execute(),
    );
    const beginnings = await store.read
      .selectFrom('outbox')
      .select(dialectOf(store.read).beginning('text', 45).as('beginning'))
      .orderBy('seq')
      .execute();
    const expected = Buffer.from(LONG).subarray(0, 45).toString();
    expect(beginnings.map(({ beginning }) => beginning)).toEqual([expected, expected]);
  });
});

it(
  'a message of prose is packed from its arrival on, and its reader, its source and a search have it whole',
  needsSqlite,
  async () => {
    const service = await launch();
    const { admin, mailbox } = await createTenant(service);
    const text = Array.from({ length: 60 }, (_, number) => `Line ${number} says something of its own.`).join(
      '\n',
    );
    await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Lines', text });
    await service.drain();
    const { body: list } = await service.call(admin, api.listMessages, {
      id: mailbox.id,
      search: 'Line 59 says',
    });
    const { body: message } = await service.call(admin, api.getMessage, { id: list.messages[0]?.id ?? '' });
    expect(message.body).toMatchObject({ content: text });
    const file = openHomeFile(service.home);
    expect(file.prepare('select typeof(text) as type from message_bodies').all()).toEqual([{ type: 'blob' }]);
    expect(file.prepare('select packed, length(content) < size / 2 as half from blobs').all()).toEqual([
      { packed: 1, half: 1 },
    ]);
    file.close();
    await service.stop();
    rmSync(service.home, { recursive: true, force: true });
  },
);
