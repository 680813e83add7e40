import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { isoTime, isoTimeOrNull } from '../../../platform/system/iso-time.ts';
import { projectFor } from '../../../rules/mailboxes/project.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';
import { statusOf } from '../../../rules/recipients/verified/table.ts';

/** Rows that no list endpoint returns in full. */

export function liveMailboxes(context: Context, principal: Principal): Promise<MailboxRow[]> {
  return context.store.read
    .selectFrom('mailboxes')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .where('status', '!=', 'deleted')
    .orderBy('created_at')
    .execute();
}

/** Includes deleted mailboxes: their messages are exported too. */
export async function* exportedMailboxes(context: Context, principal: Principal): AsyncGenerator<unknown> {
  const rows = await context.store.read
    .selectFrom('mailboxes')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .orderBy('created_at')
    .execute();
  for (const row of rows) yield projectFor(principal, row);
}

export async function* exportedRecipients(context: Context, principal: Principal): AsyncGenerator<unknown> {
  const now = context.clock.now();
  const rows = await context.store.read
    .selectFrom('verified_recipients')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .orderBy('created_at')
    .execute();
  for (const row of rows) {
    yield {
      id: row.id,
      email: row.email,
      status: statusOf(row, now),
      created_at: isoTime(row.created_at),
      confirmed_at: isoTimeOrNull(row.confirmed_at),
    };
  }
}

export async function* exportedTrustedSources(
  context: Context,
  principal: Principal,
): AsyncGenerator<unknown> {
  const now = context.clock.now();
  const rows = await context.store.read
    .selectFrom('trusted_sources')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .orderBy('created_at')
    .execute();
  for (const row of rows) {
    const status = row.revoked_at !== null ? 'revoked' : row.expires_at <= now ? 'expired' : 'active';
    yield {
      id: row.id,
      mailbox_id: row.mailbox_id,
      grain: 'address',
      value: row.value,
      value_ascii: row.value_ascii,
      status,
      created_at: isoTime(row.created_at),
      expires_at: isoTime(row.expires_at),
      revoked_at: isoTimeOrNull(row.revoked_at),
      eligibility_snapshot: row.eligibility,
    };
  }
}
