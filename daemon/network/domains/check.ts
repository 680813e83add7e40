import { z } from 'zod';
import type { AccessContext } from '../../access/context.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { DAY, MINUTE } from '../../platform/system/clock.ts';
import { type Findings, runChecks } from './checks.ts';
import { type DomainRow, domainById } from './table.ts';

/** Daily check of a verified domain. It changes the domain's health, never its verification. */
export const DOMAIN_CHECK = 'domain.check';

/** Retry a failed check soon, so that three failures don't take three days. */
const REPEAT = 10 * MINUTE;
const FAILED_CHECKS = 3;
/** Checks mostly wait for name servers and mail servers. */
export const CHECKS_AT_ONCE = 8;

const payloadSchema = z.object({ domain_id: z.string() });

export async function planCheck(
  transaction: Transaction,
  domain: Pick<DomainRow, 'id' | 'account_id'>,
  wait = DAY,
): Promise<void> {
  await transaction.schedule({
    kind: DOMAIN_CHECK,
    accountId: domain.account_id,
    dueAt: transaction.now + wait,
    payload: { domain_id: domain.id },
  });
}

export async function checkDomain(context: AccessContext, raw: unknown): Promise<void> {
  const { domain_id: id } = payloadSchema.parse(raw);
  const row = await domainById(context.store.read, id);
  if (row?.verification_status !== 'verified') return;
  const findings = await runChecks(context, row);
  await context.store.write(accountScope(row), (transaction) => record(transaction, row, findings));
}

async function record(transaction: Transaction, seen: DomainRow, findings: Findings): Promise<void> {
  const { db } = transaction;
  const row = await domainById(db, seen.id);
  if (row?.verification_status !== 'verified') return;
  // A job that is repeated after a crash has planned the next one already.
  const planned = await db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', DOMAIN_CHECK)
    .where('account_id', '=', row.account_id)
    .where('due_at', '>', transaction.now)
    .execute();
  const isPlanned = planned.some(({ payload }) => payloadSchema.parse(payload).domain_id === row.id);
  const { health, failed } = healthAfter(row, findings);
  await db
    .updateTable('domains')
    .set({ health, failed_checks: failed, record_states: findings.states })
    .where('id', '=', row.id)
    .execute();
  if (health !== row.health) {
    await transaction.audit({
      kind: 'domain.health.updated',
      accountId: row.account_id,
      actor: { type: 'system', id: 'domain_check' },
      target: row.id,
      before: { health: row.health },
      after: { health },
    });
  }
  if (!isPlanned) {
    await planCheck(transaction, row, failed > 0 && failed < FAILED_CHECKS ? REPEAT : DAY);
  }
}

/** A missing DKIM record counts at once, unreachable servers after three failures, and a DNS outage never. */
function healthAfter(
  row: Pick<DomainRow, 'health' | 'failed_checks'>,
  { states, probes }: Findings,
): { health: DomainRow['health']; failed: number } {
  if (states.dkim === 'fail') return { health: 'unhealthy', failed: 0 };
  if (states.dkim === 'error') return { health: row.health, failed: 0 };
  if (!probes || (probes.smtp.ok && probes.imap.ok)) return { health: 'healthy', failed: 0 };
  const failed = Math.min(row.failed_checks + 1, FAILED_CHECKS);
  return { health: failed >= FAILED_CHECKS ? 'unavailable' : row.health, failed };
}
