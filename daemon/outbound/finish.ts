import type { Origin } from '../access/principal.ts';
import { refundMessage } from '../accounts/charge.ts';
import { scanScope } from '../analysis/scope.ts';
import type { ScanResult } from '../analysis/tasks.ts';
import { filesOf, withFileScans } from '../attachments/staging/scans.ts';
import type { Context } from '../context.ts';
import { takeBackDraft } from '../drafts/rejected.ts';
import type { HoldContext } from '../messages/effect.ts';
import { scanReasons } from '../messages/hold.ts';
import { recordScanned } from '../messages/scanned.ts';
import { moveState } from '../messages/states.ts';
import { planApprovalExpiry } from '../policies/approval-expiry.ts';
import type { Transaction } from '../store/store.ts';
import { isoTime, isoTimeOrNull } from '../system/iso-time.ts';
import { decideOutbound, type OutboundDecision } from './decide.ts';
import { dispatch } from './dispatch.ts';
import { isFirstContact } from './first-contact.ts';
import { type Failure, messageFields, tellFailed } from './outcome.ts';
import { loadOutgoing, type Outgoing } from './outgoing.ts';

/**
 * Scans a stored outbound message, and dispatches, holds or blocks it. Also resumes messages after a crash.
 */
export async function finishOutbound(context: Context, messageId: string): Promise<void> {
  const outgoing = await loadOutgoing(context.store.read, messageId);
  if (outgoing?.state !== 'scanning') return;
  const result = await scan(context, outgoing);
  const origin = reviewOrigin(outgoing);
  // Only this mode needs the history with the recipient.
  const isWatched = origin === 'agent' && outgoing.hitl_mode === 'risky_only';
  const decision = decideOutbound({
    scan: result.scan,
    origin,
    tier: outgoing.tier,
    mailbox: outgoing,
    at: context.clock.now(),
    firstContact:
      isWatched &&
      (await isFirstContact(
        context.store.read,
        { ...outgoing, id: outgoing.mailbox_id },
        outgoing.recipient,
      )),
    approvedReasons: await approvedReasons(context, outgoing),
  });
  if (decision.kind === 'dispatch') {
    await dispatch(context, outgoing, { from: 'scanning', scanned: result });
    return;
  }
  await context.store.write((transaction) => keep(transaction, outgoing, result, decision));
}

/**
 * A person who sends a draft that an agent changed unseen sends what the agent wrote
 * (docs/decisions/review.md).
 */
function reviewOrigin({ actor_type, draft_changed_by_agent }: Outgoing): Origin {
  return actor_type === 'agent' || draft_changed_by_agent === 1 ? 'agent' : 'human';
}

/**
 * A person who edits a held message decides about the reasons for which its scan held it, not about new ones.
 */
async function approvedReasons(
  { store }: Pick<Context, 'store'>,
  { edited_from: originalId }: Outgoing,
): Promise<ReadonlySet<string> | undefined> {
  if (originalId === null) return undefined;
  const original = await store.read
    .selectFrom('messages')
    .select('scan')
    .where('id', '=', originalId)
    .executeTakeFirst();
  return new Set(original?.scan ? scanReasons(JSON.parse(original.scan)) : []);
}

/** The scan of the message itself, and what is in its files. */
async function scan(context: Context, outgoing: Outgoing): Promise<ScanResult> {
  const { subject, text, html } = outgoing;
  const scope = scanScope(context, outgoing);
  const scanned = await context.analysis.outbound({ subject, text, html, scope }, outgoing.account_id);
  const result = await context.dnsBlocklists.complete(scanned);
  const files = await filesOf(context.store.read, outgoing.id);
  return { ...result, scan: await withFileScans(context, result.scan, files, scope) };
}

/** Tracks work on an outbound message, so that a stop and a drain wait for it. */
export async function trackDispatch<T>(context: Context, work: Promise<T>): Promise<T> {
  const running = work.then(
    () => undefined,
    () => undefined,
  );
  context.dispatches.add(running);
  try {
    return await work;
  } finally {
    context.dispatches.delete(running);
  }
}

const REJECTED_EDIT: Failure = { trigger: 'approve', reasonCode: 'rejected_by_rescan' };

type Kept = Exclude<OutboundDecision, { kind: 'dispatch' }>;

async function keep(
  transaction: Transaction,
  outgoing: Outgoing,
  result: ScanResult,
  decision: Kept,
): Promise<void> {
  if (decision.kind === 'block' && outgoing.draft_id !== null) {
    await takeBackDraft(transaction, outgoing, result);
    return;
  }
  const state = decision.kind === 'hold' ? decision.state : 'blocked';
  const hold = decision.kind === 'hold' ? decision.hold : null;
  const moved = await moveState(transaction, outgoing.id, ['scanning', state], {
    scan: JSON.stringify(result.scan),
    hold_context: hold && JSON.stringify(hold),
  });
  if (!moved) return;
  await recordScanned(transaction, outgoing, result);
  if (state === 'blocked') {
    await refundMessage(transaction, outgoing.id);
    // The agent whose message was edited has no answer to read this in.
    if (outgoing.edited_from !== null) await tellFailed(transaction, outgoing, REJECTED_EDIT);
  }
  if (hold) await tellHeld(transaction, outgoing, result, hold, state);
  transaction.wake('mailbox', outgoing.mailbox_id);
}

async function tellHeld(
  transaction: Transaction,
  outgoing: Outgoing,
  result: ScanResult,
  hold: HoldContext,
  state: 'quarantined' | 'pending_review' | 'blocked',
): Promise<void> {
  const of = { accountId: outgoing.account_id, mailboxId: outgoing.mailbox_id };
  const at = isoTime(transaction.now);
  const facts = {
    ...messageFields(outgoing),
    trigger_source: hold.trigger_source,
    reasons: hold.summary_reasons,
  };
  if (state === 'pending_review') {
    const expiry = outgoing.approval_expiry;
    const expiresAt = await planApprovalExpiry(transaction, outgoing.id, expiry);
    await transaction.emit({
      ...of,
      type: 'message.pending_review',
      data: {
        ...facts,
        expires_at: isoTimeOrNull(expiresAt),
        held_at: at,
      },
    });
    return;
  }
  await transaction.emit({
    ...of,
    type: 'message.quarantined',
    data: { ...facts, direction: 'outbound', verdict: result.scan.verdict, quarantined_at: at },
  });
}
