import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { TraceEntry, TraceGate } from '../../../shared/contract/mailbox-policies.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { assertDailyBudget, assertTrialTotal, assertVelocity } from '../../rules/budgets/charge.ts';
import { submissionTo } from '../outbound/gates/each-recipient.ts';
import type { Gate, GateScene } from '../outbound/gates/gate.ts';
import { GATES } from '../outbound/gates/index.ts';
import { type Recipient, unitsOf } from '../outbound/recipients.ts';

/** The entries of a trace that group gates of a send; the others are made by themselves. */
export type AskedGroup = Exclude<TraceGate, 'content_scan' | 'human_review'>;

/** Sentences for groups of gates in which none refuses. */
const PASSED_GROUP: Readonly<Record<AskedGroup, string>> = {
  authoring: 'The caller may send from this mailbox.',
  recipient_authority: 'The caller may write to this recipient.',
  send_window: 'The send window is open.',
  send_budget: 'The account has sends left today.',
};

const RATE_LIMITED = { RATE_LIMITED: 'Try again after the time given in the details.' };

/** The budget gates, which a real send passes in the transaction that charges it. */
const BUDGET_GATES: readonly Gate[] = [
  {
    name: 'trial_total',
    passed: "The account isn't in a trial without sends left.",
    trace: 'send_budget',
    remedies: { SANDBOX_TRIAL_BUDGET_EXHAUSTED: 'Choose a paid plan.' },
    check: ({ db, submission }) => assertTrialTotal(db, submission.principal.account.id, unitsOf(submission)),
  },
  {
    name: 'velocity',
    passed: "The hourly limit of new senders isn't reached.",
    trace: 'send_budget',
    remedies: RATE_LIMITED,
    check: ({ context, db, submission, at }) =>
      assertVelocity(db, {
        accountId: submission.principal.account.id,
        now: at ?? context.clock.now(),
        units: unitsOf(submission),
      }),
  },
  {
    name: 'daily_budget',
    passed: 'The account has sends left today.',
    trace: 'send_budget',
    remedies: RATE_LIMITED,
    check: ({ context, db, submission, at }) =>
      assertDailyBudget(db, {
        accountId: submission.principal.account.id,
        now: at ?? context.clock.now(),
        units: unitsOf(submission),
      }),
  },
];

const ALL_GATES: readonly Gate[] = [...GATES, ...BUDGET_GATES];

const RECIPIENT_GATES = GATES.filter(({ perRecipient }) => perRecipient);

/** Remedies by code: a gate may pass on the refusal of another. */
const REMEDIES: Gate['remedies'] = Object.assign({}, ...ALL_GATES.map(({ remedies }) => remedies));

/** Result of one gate. */
export interface GateCheck {
  readonly gate: string;
  readonly outcome: 'pass' | 'would_block';
  readonly code?: ErrorCode;
  readonly reason: string;
  readonly remedy?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Answers of the gates about one of several recipients. */
export interface RecipientChecks {
  readonly recipient: Recipient;
  readonly checks: readonly GateCheck[];
}

/**
 * Asks every gate, also after a refusal, in the order of a real send. Of a message to several, gates about a
 * recipient are asked for each of them, and the first refusal counts.
 */
export async function askGates(
  scene: GateScene,
): Promise<{ readonly checks: readonly GateCheck[]; readonly each: readonly RecipientChecks[] }> {
  const { recipients = null } = scene.submission;
  const each = await Promise.all(
    (recipients ?? []).map(async (recipient) => {
      const submission = await submissionTo(scene, recipient);
      return { recipient, checks: await askInOrder(RECIPIENT_GATES, { ...scene, submission }) };
    }),
  );
  if (each.length === 0) return { checks: await askInOrder(ALL_GATES, scene), each };
  const ofMessage = await askInOrder(
    ALL_GATES.filter(({ perRecipient }) => !perRecipient),
    scene,
  );
  const said = [...ofMessage, ...each.flatMap(({ checks }) => checks)];
  const checks = ALL_GATES.flatMap(({ name }) => {
    const own = said.filter(({ gate }) => gate === name);
    return own.find(({ outcome }) => outcome === 'would_block') ?? own[0] ?? [];
  });
  return { checks, each };
}

async function askInOrder(gates: readonly Gate[], scene: GateScene): Promise<GateCheck[]> {
  const checks: GateCheck[] = [];
  for (const gate of gates) checks.push(await ask(gate, scene));
  return checks;
}

async function ask(gate: Gate, scene: GateScene): Promise<GateCheck> {
  try {
    await gate.check(scene);
    return { gate: gate.name, outcome: 'pass', reason: gate.passed };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      gate: gate.name,
      outcome: 'would_block',
      code: error.code,
      reason: error.message,
      remedy: REMEDIES[error.code] ?? null,
      ...(error.details && { details: error.details }),
    };
  }
}

/** The entry of the trace for a group: its first refusal, and what each of its gates said. */
export function traceOf(group: AskedGroup, checks: readonly GateCheck[]): TraceEntry {
  const names = ALL_GATES.filter(({ trace }) => trace === group).map(({ name }) => name);
  const own = checks.filter(({ gate }) => names.includes(gate));
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
