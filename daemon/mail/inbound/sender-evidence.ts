import type { Scan, ScanDecision, ScanFinding } from '../../../shared/contract/scan.ts';
import { mergeScans } from '../../content/analysis/merge-scans.ts';
import type { InboundResult } from '../../content/analysis/tasks.ts';
import { INJECTION_INSTRUCTIONS } from '../../content/scanning/scanners/prompt-injection.ts';
import type { SenderAuthentication } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { isProven, OTHER_PARTY } from '../../rules/trust/participants.ts';
import type { PendingInbound } from './pending-inbound.ts';

/**
 * Log-odds that the sender adds to the threshold of the classifier of instructions. What rules are sure of,
 * and what lies further above the threshold, is held whoever sends it.
 */
const SHIFTS = {
  /** DMARC passed, and this mailbox wrote to the address before. */
  correspondent: 0.8,
  /** DMARC passed, and the address is one that services send from. */
  service: 0.3,
  /** A stranger whose authentication failed. */
  failed: -0.3,
} as const;

/**
 * Names of addresses that nobody answers, as services send from; anybody can have one, so it counts for
 * little.
 */
const SERVICE =
  /^(?:(?:do[-_.]?)?no[-_.]?t?[-_.]?reply|notifications?|notify|alerts?|bounces?|mailer|billing|invoices?|receipts?|orders?|accounts?|security|updates?|newsletter|news|support|help(?:desk)?)(?:[-+_.].*)?@/i;

/** The result with the classifier's word on instructions weighed against who sent the message. */
export async function weighSender(
  { db }: Pick<Transaction, 'db'>,
  row: PendingInbound,
  result: InboundResult,
): Promise<InboundResult> {
  const margin = result.injectionMargin;
  const outcome = row.proof?.outcome;
  if (margin === null || !outcome || margin >= SHIFTS.correspondent || margin < SHIFTS.failed) return result;
  const known = row.from_address !== null && (await hasWrittenTo(db, row.mailbox_id, row.from_address));
  const decision = margin >= shiftFor(outcome, row.from_address ?? '', known) ? 'quarantine' : 'allow';
  return { ...result, scan: decided(result.scan, decision) };
}

function shiftFor(outcome: SenderAuthentication, address: string, known: boolean): number {
  if (isProven(outcome)) {
    if (known) return SHIFTS.correspondent;
    return SERVICE.test(address) ? SHIFTS.service : 0;
  }
  return outcome.verdict === 'failed' && !known ? SHIFTS.failed : 0;
}

/** Whether this mailbox has sent mail to the address. */
async function hasWrittenTo(db: Transaction['db'], mailboxId: string, address: string): Promise<boolean> {
  const sent = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'outbound')
    .where('dispatched_at', 'is not', null)
    .where(OTHER_PARTY, '=', address.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

const isJudgment = ({ category, failure_class }: ScanFinding) =>
  category === 'prompt_injection' && failure_class === 'model_judgment';

const REASONS: Readonly<Partial<Record<ScanDecision, string>>> = {
  allow: 'A passage reads like instructions to a machine, but not enough for mail of this sender.',
  quarantine: 'The message contains instructions to the machine that reads it.',
};

/** The scan with another decision on what the classifier found. */
function decided(scan: Scan, decision: 'allow' | 'quarantine'): Scan {
  const judged = scan.findings.find(isJudgment);
  if (judged === undefined || judged.decision === decision) return scan;
  const { agent_instructions: _, ...finding } = judged;
  const changed = { ...finding, decision, reason: REASONS[decision] ?? judged.reason };
  const others = scan.findings.filter((each) => each !== judged);
  const categories = scan.categories.filter(({ category }) => category !== 'prompt_injection');
  return mergeScans([
    { ...scan, findings: others, categories },
    {
      verdict: 'clean',
      categories: [{ category: 'prompt_injection', decision }],
      findings: [
        decision === 'quarantine' ? { ...changed, agent_instructions: INJECTION_INSTRUCTIONS } : changed,
      ],
    },
  ]);
}
