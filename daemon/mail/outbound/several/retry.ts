import { accountScope } from '../../../platform/store/lock-scope.ts';
import type { StoredRecipient } from '../../../platform/store/schema.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { MailContext } from '../../context.ts';
import type { DispatchFailure } from '../../messages/transitions/causes.ts';
import * as events from '../../messages/transitions/events.ts';
import { reopen, sendToOpen } from './dispatch.ts';
import { withoutHandovers } from './resume.ts';
import { settle } from './settle.ts';
import { changeRecipients, current, type OutgoingToSeveral } from './statuses.ts';

/** States of messages that somebody got, or may have got, while others are deferred. */
const LEFT: readonly OutgoingToSeveral['state'][] = ['delivered', 'available'];

/** Whether a retry is for some recipients only: others got the message before. */
export function isPartlySent({ state }: OutgoingToSeveral): boolean {
  return LEFT.includes(state);
}

interface RetryOfRest {
  readonly outgoing: OutgoingToSeveral;
  /** Number of this try. */
  readonly tries: number;
  /** `closed` waits for the next try; a failure ends the tries. */
  readonly gates: 'open' | 'closed' | DispatchFailure;
}

/** Tries again to deliver to those who were deferred when others got the message. */
export async function retryRest(
  context: MailContext,
  { outgoing, tries, gates }: RetryOfRest,
): Promise<void> {
  const plan = { decision: null, scanned: null, tries };
  const { id } = outgoing;
  const begun = await context.store.write(accountScope(outgoing), async (transaction) => {
    const found = await current(transaction, id);
    if (!found || !isPartlySent(found)) return null;
    // An earlier run of this job may have ended while it handed a mail over.
    let now = await withoutHandovers(transaction, found);
    if (gates === 'open') now = await reopen(transaction, now);
    else if (gates !== 'closed') now = await giveUp(transaction, now, gates);
    await settle(context, transaction, { ...plan, outgoing: now });
    return gates === 'open' ? now : null;
  });
  if (begun) await sendToOpen(context, { ...plan, outgoing: begun });
}

async function giveUp(
  transaction: Transaction,
  outgoing: OutgoingToSeveral,
  failure: DispatchFailure,
): Promise<OutgoingToSeveral> {
  const code = failure.errorCode ?? failure.reasonCode;
  const waits = ({ status }: StoredRecipient) => status === 'deferred' || status === 'pending';
  const failed = { ...failure, draftId: outgoing.draft_id, at: transaction.now };
  await transaction.emit(
    ...outgoing.recipients
      .filter(waits)
      .map(({ address }) => events.dispatchFailed({ ...outgoing, recipient: address }, failed)),
  );
  return changeRecipients(transaction, outgoing, (each) =>
    waits(each) ? { status: 'rejected', code } : null,
  );
}
