import { patternType } from '../../../../shared/address.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { Principal } from '../../../access/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { EntryRow } from '../../../platform/store/list-entries.ts';
import type { Queries, Transaction } from '../../../platform/store/store.ts';
import { DAY, SECOND } from '../../../platform/system/clock.ts';
import { nextMidnight } from '../../budgets/budget.ts';
import type { RulesContext } from '../../context.ts';

/**
 * Entries that agents add to the lists of their account. They bind every mailbox, so the owner is told of
 * them, and a strict mailbox allows its agents single addresses only, and a few a day.
 */

const LIMIT = LIMITS.agentEntriesPerDay;

interface AgentEntries {
  readonly principal: Principal;
  readonly fresh: readonly EntryRow[];
  /** The contract gives agents this act; only strict mailboxes limit it. */
  readonly inContract: boolean;
}

/** Checks the new entries of an agent in the transaction that inserted them, and tells the owner. */
export async function checkAgentEntries(
  context: Pick<RulesContext, 'notices'>,
  transaction: Transaction,
  { principal, fresh, inContract }: AgentEntries,
): Promise<void> {
  if (principal.role !== 'agent' || fresh.length === 0) return;
  const { db, now } = transaction;
  const today = await addedToday(db, principal.account.id, now);
  if (!inContract || (await isStrict(db, principal))) assertWithin(today, fresh, now);
  if (!isWorthTelling(today, fresh)) return;
  await context.notices.email.deliver(transaction, {
    purpose: 'alert',
    to: principal.account.email,
    subject: 'An agent stopped mail for your account',
    text: noticeText(principal, { today: today.length, fresh }),
    accountId: principal.account.id,
  });
}

function assertWithin(today: readonly string[], fresh: readonly EntryRow[], now: number): void {
  if (domainsOf(fresh.map(({ pattern }) => pattern)) > 0) {
    throw new ServiceError('INSUFFICIENT_SCOPE', { reason: 'domain_entry' }, { message: NO_DOMAINS });
  }
  if (today.length <= LIMIT) return;
  throw new ServiceError(
    'RATE_LIMITED',
    {
      reason: 'agent_entries',
      limit: LIMIT,
      remaining: Math.max(0, LIMIT - (today.length - fresh.length)),
      retry_after: Math.ceil((nextMidnight(now) - now) / SECOND),
    },
    { message: 'The daily limit for list entries by agents is reached.' },
  );
}

const NO_DOMAINS = 'Only a person can list a whole domain. Agents list single addresses.';

/** Patterns that agents added since midnight UTC, the new ones included. */
async function addedToday(db: Queries, accountId: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('list_entries')
    .select('pattern')
    .where('account_id', '=', accountId)
    .where('added_by_actor_type', '=', 'agent')
    .where('created_at', '>=', nextMidnight(now) - DAY)
    .execute();
  return rows.map(({ pattern }) => pattern);
}

/** Whether a mailbox of the agent is strict. */
async function isStrict(db: Queries, { mailboxIds }: Principal): Promise<boolean> {
  const strict = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('id', 'in', [...mailboxIds])
    .where('agent_entries', '=', 'strict')
    .limit(1)
    .executeTakeFirst();
  return strict !== undefined;
}

/** The first entry and the first domain of a day, and then each time that there are ten times as many. */
function isWorthTelling(today: readonly string[], fresh: readonly EntryRow[]): boolean {
  const patterns = fresh.map(({ pattern }) => pattern);
  const domains = domainsOf(today);
  return (
    magnitude(today.length) > magnitude(today.length - fresh.length) ||
    magnitude(domains) > magnitude(domains - domainsOf(patterns))
  );
}

const magnitude = (count: number) => (count === 0 ? 0 : String(count).length);

function domainsOf(patterns: readonly string[]): number {
  return patterns.filter((pattern) => patternType(pattern) === 'domain').length;
}

/**
 * Names the first entries; they are the words of others, so they are put in brackets like those of notices.
 */
function noticeText(
  { keyId }: Principal,
  { today, fresh }: { readonly today: number; readonly fresh: readonly EntryRow[] },
): string {
  const shown = fresh.slice(0, 10).map(({ list, pattern }) => {
    const what = list === 'suppressions' ? 'nobody here can write to' : 'no mailbox gets mail from';
    return `  ${what} ${pattern.replaceAll('.', '[.]').replaceAll('@', '[at]')}`;
  });
  return [
    `An agent (key ${keyId}) added entries to the lists of your account:`,
    ...shown,
    ...(fresh.length > shown.length ? [`  and ${fresh.length - shown.length} more`] : []),
    '',
    `Agents added ${today} today (UTC). You're told again when there are ten times as many.`,
    '',
    'To see all entries by agents, and to remove them:',
    '  agentmail suppressions list --added-by agent',
    '  agentmail suppressions undo --added-by agent',
    '  agentmail senders blocked --added-by agent',
    '  agentmail senders undo --added-by agent',
  ].join('\n');
}
