import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { labelThread as contract, LabelChange } from '../../../shared/contract/labels.ts';
import type { Principal } from '../../access/principal.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import { DEFAULT_VIEW, stateIn } from '../../platform/store/message-states.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { changedLabels, readLabels, writtenLabels } from '../messages/labels.ts';
import { type ThreadLocation, threadInMailbox } from './locate.ts';

/** Messages per transaction: senders decide how long a thread gets. */
const BATCH = 500;

/** Changes the labels of the visible messages of a thread. */
export async function labelThread(
  context: MailContext,
  principal: Principal,
  { params: { id: reference, thread_id: named }, body }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { store } = context;
  const mailbox = await resolveMailbox(store.read, principal, { reference, unbound: 'denied_403' });
  const threadId = await threadInMailbox(store.read, mailbox.id, named);
  const place = { mailboxId: mailbox.id, threadId };
  let updated = 0;
  for (let after = 0, isLast = false; !isLast; ) {
    const batch = await store.write({ account: mailbox.account_id }, (transaction) =>
      labelBatch(transaction, { place, after, change: body }),
    );
    updated += batch.changed;
    isLast = batch.next === null;
    after = batch.next ?? after;
  }
  const labels = await labelsOfThreads(store.read, mailbox.id, [threadId]);
  return { thread_id: threadId, labels: labels.get(threadId) ?? [], updated_count: updated };
}

interface LabelBatch {
  readonly place: ThreadLocation;
  /** Time of the last message of the batch before. */
  readonly after: number;
  readonly change: LabelChange;
}

async function labelBatch(
  transaction: Transaction,
  { place, after, change }: LabelBatch,
): Promise<{ readonly changed: number; readonly next: number | null }> {
  const { db } = transaction;
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'created_at', 'labels'])
    .where('mailbox_id', '=', place.mailboxId)
    .where('thread_id', '=', place.threadId)
    .where('created_at', '>', after)
    .where(stateIn(DEFAULT_VIEW))
    .orderBy('created_at')
    .limit(BATCH)
    .execute();
  const changed = rows.flatMap(({ id, labels: before }) => {
    const labels = changedLabels(before, change);
    return labels?.join() === before?.join() ? [] : [{ id, labels }];
  });
  const byLabels = Map.groupBy(changed, ({ labels }) => labels?.join() ?? '');
  for (const group of byLabels.values()) {
    await db
      .updateTable('messages')
      .set({ labels: group[0]?.labels ?? null })
      .where('id', 'in', dialectOf(db).listOf(group.map(({ id }) => id)))
      .execute();
  }
  if (changed.length > 0) transaction.publish({ kind: 'mailbox', id: place.mailboxId });
  const last = rows.at(-1);
  return { changed: changed.length, next: last && rows.length === BATCH ? last.created_at : null };
}

/** The labels of all messages of each of these threads. */
export async function labelsOfThreads(
  db: Queries,
  mailboxId: string,
  threadIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('messages')
    .select(['thread_id', writtenLabels(db).as('written')])
    .distinct()
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', 'in', dialectOf(db).listOf([...threadIds]))
    .where('labels', 'is not', null)
    .execute();
  const found = new Map<string, Set<string>>();
  for (const { thread_id: id, written } of rows) {
    if (id === null) continue;
    found.set(id, new Set([...(found.get(id) ?? []), ...readLabels(written)]));
  }
  return new Map([...found].map(([id, labels]) => [id, [...labels].sort()]));
}
