import type { Queries } from '../queries.ts';

/**
 * Gives what names a worker to another one, for a database that changes its engine: SQLite's only worker has
 * a fixed name, those of PostgreSQL have the names of their nodes. No daemon works on the rows meanwhile.
 */
export async function renameWorkers(
  db: Queries,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const table of ['messages', 'attachments', 'staged_attachments'] as const) {
    await db.updateTable(table).set({ worker: to }).where('worker', 'is not', null).execute();
  }
  // Only the settings of this machine: other nodes have other addresses.
  if (from === to) return;
  const own = await db.selectFrom('settings').select('name').where('worker', '=', from).execute();
  const names = own.map(({ name }) => name);
  if (names.length === 0) return;
  await db.deleteFrom('settings').where('worker', '=', to).where('name', 'in', names).execute();
  await db.updateTable('settings').set({ worker: to }).where('worker', '=', from).execute();
}
