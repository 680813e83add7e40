import type { Origin } from '../access/principal.ts';
import { scanScope } from '../analysis/scope.ts';
import type { ScanResult } from '../analysis/tasks.ts';
import { filesOf, withFileScans } from '../attachments/staging/scans.ts';
import type { Context } from '../context.ts';
import { scanReasons } from '../messages/hold.ts';
import type { DispatchFailure, Scanned } from '../messages/transitions/causes.ts';
import { transition } from '../messages/transitions/transition.ts';
import { APPROVAL_TIME } from '../policies/approval-time.ts';
import { accountScope } from '../store/lock-scope.ts';
import type { Transaction } from '../store/store.ts';
import { decideOutbound, type OutboundDecision } from './decide.ts';
import { dispatch } from './dispatch.ts';
import { isFirstContact } from './first-contact.ts';
import { loadOutgoing, type Outgoing } from './outgoing.ts';
import { returnToDraft } from './returned-draft.ts';

/**
 * Scans a stored outbound message, and dispatches, holds or blocks it. Also resumes messages after a crash.
 */
export async function processOutbound(context: Context, messageId: string): Promise<void> {
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
  const scanned = { ...result, text: outgoing.text };
  if (decision.kind === 'dispatch') {
    await dispatch(context, { outgoing, scanned, tries: null, decision: null });
    return;
  }
  await context.store.write<unknown>(accountScope(outgoing), (transaction) =>
    decision.kind === 'hold'
      ? hold(transaction, outgoing, { ...decision, scanned })
      : block(transaction, outgoing, scanned),
  );
}

/**
 * A person who sends a draft that an agent changed unseen sends what the agent wrote
 * (docs/decisions/review.md).
 */
function reviewOrigin({ actor_type, draft_changed_by_agent }: Outgoing): Origin {
  return actor_type === 'agent' || draft_changed_by_agent ? 'agent' : 'human';
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
  return new Set(original?.scan ? scanReasons(original.scan) : []);
}

/** The scan of the message itself, and what is in its files. */
async function scan(context: Context, outgoing: Outgoing): Promise<ScanResult> {
  const { subject, text, html } = outgoing;
  const scope = scanScope(context, outgoing);
  const scanned = await context.analysis.outbound({ subject, text, html, scope }, outgoing.account_id);
  const result = await context.dnsBlocklists.complete(scanned);
  const files = await filesOf(context.store.read, outgoing.id);
  return { ...result, scan: await withFileScans(context, { scan: result.scan, files, scope }) };
}

const REJECTED_EDIT: DispatchFailure = { trigger: 'approve', reasonCode: 'rejected_by_rescan' };

type HoldDecision = Extract<OutboundDecision, { kind: 'hold' }> & { readonly scanned: Scanned };

function hold(
  transaction: Transaction,
  outgoing: Outgoing,
  { state, hold, scanned }: HoldDecision,
): Promise<boolean> {
  const expiry = APPROVAL_TIME[outgoing.approval_expiry];
  return transition(transaction, outgoing, { to: state, cause: 'held', scanned, hold, expiry });
}

async function block(transaction: Transaction, outgoing: Outgoing, scanned: Scanned): Promise<void> {
  if (outgoing.draft_id === null) {
    // The agent whose message was edited has no answer to read this in.
    const failure = outgoing.edited_from === null ? null : REJECTED_EDIT;
    await transition(transaction, outgoing, { to: 'blocked', cause: 'blocked_by_scan', scanned, failure });
  } else {
    await returnToDraft(transaction, outgoing, scanned);
  }
}
