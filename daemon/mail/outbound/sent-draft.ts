import type { Transaction } from '../../platform/store/store.ts';
import type { Charge } from '../../rules/budgets/charge.ts';
import type { StagedRow } from '../attachments/staging/table.ts';
import type { MailContext } from '../context.ts';
import { assertUnsent, changedMeanwhile, draftById } from '../messages/drafts/table.ts';
import { transition } from '../messages/transitions/transition.ts';
import { isAllSimulated } from './recipients.ts';
import { type DraftInstance, rfcMessageId, type Submission } from './submission.ts';

interface Departure {
  readonly submission: Submission;
  readonly draft: DraftInstance;
  readonly charge: Charge;
  readonly files: readonly StagedRow[];
  readonly key: string | null;
}

/** Turns a draft into an outgoing message, unless it was changed, sent or deleted meanwhile. */
export async function departDraft(
  context: Pick<MailContext, 'config'>,
  transaction: Transaction,
  { submission, draft, charge, files, key }: Departure,
): Promise<string> {
  const { db, now } = transaction;
  const { mailbox, principal } = submission;
  const { id, revision, seen, trigger } = draft;
  const { actor } = principal;
  const row = await draftById(db, id);
  if (!row || row.state === 'deleted') throw changedMeanwhile(null);
  assertUnsent(row);
  if (row.revision !== revision) throw changedMeanwhile(row.revision);
  await transition(transaction, row, {
    to: 'scanning',
    cause: 'sent',
    columns: {
      ...charge,
      refunded_at: null,
      simulated: isAllSimulated(row, context.config.platformDomain),
      actor_type: actor.type,
      actor_id: actor.id,
      thread_id: row.thread_id ?? row.rfc_message_id ?? rfcMessageId(mailbox.address, id),
      size_bytes: row.size_bytes + files.reduce((sum, { size }) => sum + size, 0),
    },
  });
  await db
    .updateTable('drafts')
    .set({
      revision: revision + 1,
      ...(seen && { changed_by_agent: false }),
      trigger,
      sent_key: key,
      ...(trigger !== 'sync' && {
        send_attempts: row.send_attempts + 1,
        last_dispatch_attempt_at: now,
        last_dispatch_error_code: null,
      }),
    })
    .where('message_id', '=', id)
    .execute();
  return id;
}
