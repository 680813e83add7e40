import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import {
  type labelMessage as changeContract,
  type LabelChange,
  labelsIn,
  type listLabels as listContract,
} from '../../../shared/contract/labels.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Principal } from '../../access/principal.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import { entryPattern } from '../../platform/store/entry-pattern.ts';
import type { Queries } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { resolveMessage } from './table.ts';

/** Labels after a change, sorted; null for none. */
export function changedLabels(stored: readonly string[] | null, change: LabelChange): string[] | null {
  const { set, add = [], remove = [] } = change;
  const gone = new Set(remove);
  const left = new Set([...(set ?? stored ?? []).filter((label) => !gone.has(label)), ...add]);
  if (left.size > LIMITS.messageLabels) {
    throw invalidField('add', `must not give a message more than ${LIMITS.messageLabels} labels`);
  }
  return left.size === 0 ? null : [...left].sort();
}

/** Changes the labels of a message; repeating it writes nothing. */
export function labelMessage(
  context: MailContext,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof changeContract>,
): Promise<ReplyOf<typeof changeContract>> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db } = transaction;
    const row = await resolveMessage(db, principal, { id, unbound: 'denied_403' });
    const labels = changedLabels(row.labels, body);
    if (labels?.join() !== row.labels?.join()) {
      await db.updateTable('messages').set({ labels }).where('id', '=', row.id).execute();
      // Waits may ask for a label.
      transaction.publish({ kind: 'mailbox', id: row.mailbox_id });
    }
    return { message_id: row.id, labels: labels ?? [] };
  });
}

/** Labels of the messages of a mailbox that aren't deleted. */
export async function listLabels(
  context: MailContext,
  principal: Principal,
  { params: { id: reference } }: CallOf<typeof listContract>,
): Promise<ReplyOf<typeof listContract>> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
  const written = writtenLabels(db);
  const rows = await db
    .selectFrom('messages')
    .select(written.as('written'))
    .select((select) => select.fn.countAll<number>().as('messages'))
    .where('mailbox_id', '=', mailbox.id)
    .where('labels', 'is not', null)
    .groupBy(written)
    .execute();
  const counts = new Map<string, number>();
  for (const { written: labels, messages } of rows) {
    for (const label of readLabels(labels)) counts.set(label, (counts.get(label) ?? 0) + Number(messages));
  }
  const labels = [...counts].map(([label, message_count]) => ({ label, message_count }));
  return { labels: labels.sort((one, other) => (one.label < other.label ? -1 : 1)) };
}

/**
 * The JSON of the labels of a row as a text that is compared and grouped, which PostgreSQL does with text
 * only.
 */
export function writtenLabels(db: Queries): RawBuilder<string | null> {
  // A column by itself is decoded.
  return sql<string | null>`${dialectOf(db).jsonText('messages.labels')} || ''`;
}

/** The labels in such a text. */
export function readLabels(written: string | null): string[] {
  return written === null ? [] : z.array(z.string()).parse(JSON.parse(written));
}

/** Filters by labels: all of `label`, and none of `without_label`. */
interface LabelFilters {
  readonly label?: string | undefined;
  readonly without_label?: string | undefined;
}

export function labelConditions(
  db: Queries,
  { label, without_label: without }: LabelFilters,
): RawBuilder<boolean>[] {
  const text = dialectOf(db).jsonText('messages.labels');
  const has = (label: string) => sql<boolean>`${text} like ${entryPattern(label)} escape '\\'`;
  const wanted = labelsIn(label).map(
    (label) => sql<boolean>`(messages.labels is not null and ${has(label)})`,
  );
  return [
    ...wanted,
    ...labelsIn(without).map((label) => sql<boolean>`(messages.labels is null or not ${has(label)})`),
  ];
}
