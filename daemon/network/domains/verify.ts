import type { z } from 'zod';
import type { verification, verificationGate } from '../../../shared/contract/domains.ts';
import type { AccessContext } from '../../access/context.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { planCheck } from './check.ts';
import { type Findings, runChecks } from './checks.ts';
import type { ProbeResults } from './probe.ts';
import { prepareRecords, recordsOf } from './records.ts';
import { type DomainRow, domainById, domainNotFound, resolveDomain, verifiedDomain } from './table.ts';

type Verification = z.output<typeof verification>;
type VerificationGate = z.output<typeof verificationGate>;

interface VerificationFailure {
  readonly gate: VerificationGate;
  readonly reason: string;
  /** Waiting won't help: a person has to change more than DNS. */
  readonly final: boolean;
}

/** `POST /v1/domains/:id/verify`. A verified domain stays verified whatever the checks find. */
export async function verifyDomain(
  context: AccessContext,
  principal: Principal,
  id: string,
): Promise<Verification> {
  const row = await resolveDomain(context.store.read, principal, id);
  await prepareRecords(context, row);
  const findings = await runChecks(context, row);
  const failure = await context.store.write(accountScope(row), (transaction) =>
    storeVerification(transaction, { row, findings, actor: principal.actor }),
  );
  return answer(context, { id: row.id, probes: findings.probes, failure });
}

/**
 * `POST …/self-hosted-recheck`: probes the servers again, and verifies the domain if nothing else is missing.
 */
export async function recheckServers(
  context: AccessContext,
  principal: Principal,
  id: string,
): Promise<Verification> {
  const row = await resolveDomain(context.store.read, principal, id);
  if (row.transport_mode !== 'self_hosted') {
    throw new ServiceError('CONFLICT', { reason: 'managed' }, { message: "The domain isn't self-hosted." });
  }
  return verifyDomain(context, principal, id);
}

interface VerificationResult {
  readonly row: DomainRow;
  readonly findings: Findings;
  readonly actor: Actor;
}

async function storeVerification(
  transaction: Transaction,
  { row, findings, actor }: VerificationResult,
): Promise<VerificationFailure | null> {
  const { db, now } = transaction;
  const current = await domainById(db, row.id);
  if (!current) throw domainNotFound();
  const holder = await verifiedDomain(db, row.name);
  const failure = failureOf(findings, holder !== undefined && holder.id !== row.id);
  const changes = db.updateTable('domains').set({ record_states: findings.states }).where('id', '=', row.id);
  if (current.verification_status === 'verified') {
    await (failure ? changes : changes.set({ health: 'healthy', failed_checks: 0 })).execute();
    return failure;
  }
  if (failure) {
    await changes.set({ verification_status: failure.final ? 'failed' : 'pending' }).execute();
    return failure;
  }
  await changes.set({ verification_status: 'verified', verified_at: now, health: 'healthy' }).execute();
  await transaction.audit({
    kind: 'domain.verified',
    accountId: row.account_id,
    actor,
    target: row.id,
    after: { domain_name: row.name },
  });
  await planCheck(transaction, row);
  transaction.publish({ kind: 'domain', id: row.id });
  return null;
}

/** The first failed gate. */
function failureOf({ states, probes }: Findings, taken: boolean): VerificationFailure | null {
  if (taken) return { gate: 'claim', reason: 'claimed_by_another_account', final: true };
  for (const gate of ['claim', 'dkim'] as const) {
    const state = states[gate];
    if (state !== undefined && state !== 'pass') {
      return { gate, reason: state === 'error' ? 'dns_unavailable' : 'record_not_found', final: false };
    }
  }
  for (const gate of ['smtp', 'imap'] as const) {
    const probe = probes?.[gate];
    if (probe && !probe.ok) return { gate, reason: probe.reason ?? 'failed', final: true };
  }
  return null;
}

interface AnswerInput {
  readonly id: string;
  readonly probes: ProbeResults | null;
  readonly failure: VerificationFailure | null;
}

async function answer(context: AccessContext, { id, probes, failure }: AnswerInput): Promise<Verification> {
  const row = await domainById(context.store.read, id);
  if (!row) throw domainNotFound();
  return {
    verification_status: row.verification_status,
    dns_records_json: await recordsOf(context, row),
    probe_results: probes,
    failed_gate: failure?.gate ?? null,
    failure_reason: failure?.reason ?? null,
    message: failure ? MESSAGES[failure.gate] : 'The domain is verified.',
  };
}

const MESSAGES: Readonly<Record<VerificationGate, string>> = {
  claim: "The claim isn't verified. Publish its TXT record, unless another account owns the domain.",
  dkim: 'The DKIM record is missing or wrong.',
  smtp: "Sign-in to the domain's SMTP server failed.",
  imap: "Sign-in to the domain's IMAP server failed.",
};
