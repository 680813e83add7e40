import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { TraceEntry, TraceGate } from '../../shared/contract/mailbox-policies.ts';
import { assertDailyBudget, assertTrialTotal, assertVelocity } from '../budgets/charge.ts';
import { ServiceError } from '../errors.ts';
import type { Gate, GateScene } from '../outbound/gates/gate.ts';
import { GATES } from '../outbound/gates/index.ts';
import { type AskedGroup, PASSED, PASSED_GROUP } from './passed.ts';
import { remedyFor } from './remedies.ts';

/** The trace entry of each gate. */
export const TRACE_OF_GATE: Readonly<Record<string, TraceGate>> = {
  suspension: 'authoring',
  authoring: 'authoring',
  html: 'authoring',
  attachments: 'authoring',
  reply_loop: 'authoring',
  domain_health: 'authoring',
  suppression: 'recipient_authority',
  continuity: 'recipient_authority',
  containment: 'recipient_authority',
  allowlist: 'recipient_authority',
  sandbox_recipient: 'recipient_authority',
  deliverability: 'recipient_authority',
  send_window: 'send_window',
  trial_clock: 'send_budget',
  storage: 'send_budget',
  trial_total: 'send_budget',
  velocity: 'send_budget',
  daily_budget: 'send_budget',
};

/** The budget gates, which a real send passes in the transaction that charges it. */
const BUDGET_GATES: readonly Gate[] = [
  {
    name: 'trial_total',
    check: ({ db, submission }) => assertTrialTotal(db, submission.principal.account.id),
  },
  {
    name: 'velocity',
    check: ({ context, db, submission, at }) =>
      assertVelocity(db, submission.principal.account.id, at ?? context.clock.now()),
  },
  {
    name: 'daily_budget',
    check: ({ context, db, submission, at }) =>
      assertDailyBudget(db, submission.principal.account.id, at ?? context.clock.now()),
  },
];

/** Result of one gate. */
export interface GateCheck {
  readonly gate: string;
  readonly outcome: 'pass' | 'would_block';
  readonly code?: ErrorCode;
  readonly reason: string;
  readonly remedy?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Asks every gate, also after a refusal, in the order of a real send. */
export async function askGates(scene: GateScene): Promise<GateCheck[]> {
  const checks: GateCheck[] = [];
  for (const gate of [...GATES, ...BUDGET_GATES]) checks.push(await ask(gate, scene));
  return checks;
}

async function ask(gate: Gate, scene: GateScene): Promise<GateCheck> {
  try {
    await gate.check(scene);
    return { gate: gate.name, outcome: 'pass', reason: PASSED[gate.name] ?? 'Passed.' };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      gate: gate.name,
      outcome: 'would_block',
      code: error.code,
      reason: error.message,
      remedy: remedyFor(error.code),
      ...(error.details && { details: error.details }),
    };
  }
}

/** The entry of the trace for a group: its first refusal, and what each of its gates said. */
export function traceOf(group: AskedGroup, checks: readonly GateCheck[]): TraceEntry {
  const own = checks.filter(({ gate }) => (TRACE_OF_GATE[gate] ?? 'authoring') === group);
  const refusal = own.find(({ outcome }) => outcome === 'would_block');
  if (!refusal)
    return { gate: group, outcome: 'pass', reason: PASSED_GROUP[group], details: { checks: own } };
  const { code, reason, remedy, details } = refusal;
  return {
    gate: group,
    outcome: 'would_block',
    reason,
    details: { ...details, code, remedy, checks: own },
  };
}
