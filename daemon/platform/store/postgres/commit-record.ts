import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ask } from './client.ts';

/** Returns the name of a new group in `commits`, by which a commit without an answer is decided. */
export function newCommitId(): string {
  return randomUUID();
}

/** Notes a group in its own transaction. */
export function recordCommit(client: pg.Client, id: string): Promise<unknown> {
  return ask(client, { name: 'record-commit', text: 'insert into commits (id) values ($1)', values: [id] });
}

/**
 * Whether a group was committed whose connection was lost during the commit. The insert waits until the
 * server has ended the old transaction. If it inserts, the group was never committed and never will be.
 */
export async function wasCommitted(client: pg.Client, id: string): Promise<boolean> {
  const text = 'insert into commits (id) values ($1) on conflict do nothing';
  const { rowCount } = await ask(client, { text, values: [id] });
  return rowCount === 0;
}
