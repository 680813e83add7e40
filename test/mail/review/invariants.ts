import { sql } from 'kysely';
import { isTransition } from '../../../daemon/mail/messages/transitions/table.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import { MESSAGE_STATES } from '../../../shared/contract/values.ts';
import * as api from '../../support/api.ts';
import { addRowTriggers } from '../../support/row-triggers.ts';
import type { Service } from '../../support/service.ts';
import type { Desk } from './support.ts';

/** Invariants of an idle daemon. Each rule returns its violations. */

/** Notes every state that a message goes through, in the database itself. */
export async function watchStates(service: Service): Promise<void> {
  const { store } = service.daemon.context;
  await store.write('none', ({ db }) =>
    sql`create table seen_states (id text, was text, became text)`.execute(db),
  );
  const statement =
    'insert into seen_states select old.id, old.state, new.state where old.state <> new.state';
  await addRowTriggers(store, [{ name: 'see_states', table: 'messages', change: 'update', statement }]);
}

export async function brokenRules(desk: Desk): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(RULES).map(async ([rule, query]) => {
      const { rows } = await query.execute(desk.service.daemon.context.store.read);
      return rows.map((row) => `${rule}: ${JSON.stringify(row)}`);
    }),
  );
  return [...found.flat(), ...(await illegalSteps(desk.service)), ...(await readDifferently(desk))];
}

/** Queries that find nothing. */
const RULES = {
  'a message goes out once at most': sql`
    select message_id, count(*) as times from outbox where message_id is not null group by message_id having count(*) > 1`,
  'a message arrives inside once at most': sql`
    select mailbox_id, rfc_message_id, count(*) as times from messages
    where rfc_message_id is not null and direction = 'inbound' and sender <> 'ann@example.net' and sender <> ''
    group by mailbox_id, rfc_message_id having count(*) > 1`,
  'what is out was delivered': sql`
    select id, state, deleted_from from messages
    where id in (select message_id from outbox) and coalesce(deleted_from, state) not in ('delivered', 'bounced')`,
  'what was delivered is out': sql`
    select id, state, deleted_from from messages as sent
    where direction = 'outbound' and coalesce(deleted_from, state) in ('delivered', 'bounced')
      and id not in (select message_id from outbox where message_id is not null)
      and rfc_message_id not in (select rfc_message_id from messages
        where direction = 'inbound' and rfc_message_id is not null)`,
  'budget is charges less refunds': sql`
    select * from (
      select budget.account_id, budget.day, budget.count, (select count(*) from messages
        where messages.account_id = budget.account_id and charged_on = budget.day and refunded_at is null) as charged
      from send_budget as budget) as books where count <> charged`,
  'blocked or given up means refunded, sent means paid': sql`
    select id, state, deleted_from, refunded_at from messages where direction = 'outbound' and
      (refunded_at is not null) <> (coalesce(deleted_from, state) = 'blocked'
        or (state = 'deleted' and deleted_from in ('quarantined', 'pending_review')))`,
  'storage is the sum of sizes': sql`
    select * from (
      select id, used_bytes, (select coalesce(sum(size_bytes), 0) from messages
        where messages.account_id = accounts.id) as stored
      from accounts) as sizes where used_bytes <> stored`,
  'only held messages say why': sql`
    select id, state, hold_context from messages
    where hold_context is not null and state not in ('quarantined', 'pending_review', 'deleted')`,
  'nothing rests in a state of work': sql`
    select id, state from messages where state in ('received', 'scanning', 'dispatching')`,
  'deleted messages have no content': sql`
    select id from messages where state = 'deleted' and (
      subject <> '' or sender <> '' or recipient <> '' or raw_blob_id is not null or size_bytes <> 0
      or id in (select message_id from message_bodies) or id in (select message_id from attachments))`,
  'every blob belongs to something': sql`
    select id from blobs where id not in (select raw_blob_id from messages where raw_blob_id is not null
      union select raw_blob_id from outbox where raw_blob_id is not null
      union select blob_id from attachments where blob_id is not null)`,
  'what a message refers to is there': sql`
    select id from messages where raw_blob_id is not null and raw_blob_id not in (select id from blobs)`,
  'a review is resolved once': sql`
    select data->>'message_id' as id, count(*) as times from events
    where type = 'message.review_resolved' group by data->>'message_id' having count(*) > 1`,
  'a delivery is told once': sql`
    select data->>'message_id' as id, count(*) as times from events
    where type = 'message.delivered' group by data->>'message_id' having count(*) > 1`,
  'a key has one message': sql`
    select key, count(distinct message_id) as times from idempotency_keys
    group by account_id, key having count(distinct message_id) > 1`,
  'an edited message says who replaced it': sql`
    select id from messages as edited where edited_from is not null and edited_from not in (select id from messages
      where review->>'edited_to' = edited.id)`,
  'a decision is recorded once': sql`
    select target, kind, count(*) as times from audit_log
    where kind in ('message.review.approved', 'message.review.denied', 'message.review.edited', 'message.hold.released',
      'message.hold.blocked', 'message.content.deleted')
    group by target, kind having count(*) > 1`,
} as const;

async function illegalSteps(service: Service): Promise<string[]> {
  const { store } = service.daemon.context;
  const { rows } = await sql<{ id: string; was: MessageState; became: MessageState }>`
    select * from seen_states`.execute(store.read);
  await store.write('none', ({ db }) => sql`delete from seen_states`.execute(db));
  return rows
    .filter(({ was, became }) => !isLegal(was, became))
    .map(({ id, was, became }) => `states follow the table: ${id} went from ${was} to ${became}`);
}

/** Directly, or through one state within one update, as arrivals pass `scanning`. */
function isLegal(was: MessageState, became: MessageState): boolean {
  if (isTransition(was, became)) return true;
  return MESSAGE_STATES.some((state) => isTransition(was, state) && isTransition(state, became));
}

type Shown = Record<string, unknown> & { readonly id: string };

/** Lists and single messages say the same. */
async function readDifferently({ service, tenant }: Desk): Promise<string[]> {
  const path = `/v1/mailboxes/${tenant.mailbox.id}/messages`;
  const problems: string[] = [];
  for (const query of ['limit=15', 'status=pending_review&limit=5', 'status=quarantined&limit=5']) {
    const { body } = await service.request<{ messages: Shown[] }>(tenant.admin, `GET ${path}?${query}`);
    for (const item of body.messages) {
      const { body: detail } = await service.call(tenant.admin, api.getMessage, { id: item.id });
      const { sender_authentication: _, ...fields } = item;
      // Only a whole message has notes for the reviewer.
      for (const recipient of detail.recipients ?? []) delete recipient.notes;
      const same = Object.fromEntries(
        Object.keys(fields).map((name) => [name, detail[name as keyof typeof detail]]),
      );
      if (JSON.stringify(same) === JSON.stringify(fields)) continue;
      problems.push(`list and detail agree: ${JSON.stringify(fields)} ${JSON.stringify(same)}`);
    }
  }
  return problems;
}
