import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { filesOf } from '../attachments/staging/scans.ts';
import type { MailContext } from '../context.ts';
import type { DispatchFailure, Scanned } from '../messages/transitions/causes.ts';
import { transition } from '../messages/transitions/transition.ts';
import { assess, holdChange } from './assess.ts';
import { dispatch } from './dispatch.ts';
import { loadOutgoing, type Outgoing } from './outgoing.ts';
import { returnToDraft } from './returned-draft.ts';

/**
 * Scans a stored outbound message, and dispatches, holds or blocks it. Also resumes messages after a crash.
 */
export async function processOutbound(context: MailContext, messageId: string): Promise<void> {
  const { read } = context.store;
  const outgoing = await loadOutgoing(read, messageId);
  if (outgoing?.state !== 'scanning') return;
  const { decision, scanned } = await assess(context, outgoing, await filesOf(read, outgoing.id));
  if (decision.kind === 'dispatch') {
    await dispatch(context, { outgoing, scanned, tries: null, decision: null });
    return;
  }
  await context.store.write<unknown>(accountScope(outgoing), (transaction) =>
    decision.kind === 'hold'
      ? transition(transaction, outgoing, holdChange(outgoing, decision, scanned))
      : block(transaction, outgoing, scanned),
  );
}

const REJECTED_EDIT: DispatchFailure = { trigger: 'approve', reasonCode: 'rejected_by_rescan' };

async function block(transaction: Transaction, outgoing: Outgoing, scanned: Scanned): Promise<void> {
  if (outgoing.draft_id === null) {
    // The agent whose message was edited has no answer to read this in.
    const failure = outgoing.edited_from === null ? null : REJECTED_EDIT;
    await transition(transaction, outgoing, { to: 'blocked', cause: 'blocked_by_scan', scanned, failure });
  } else {
    await returnToDraft(transaction, outgoing, scanned);
  }
}
