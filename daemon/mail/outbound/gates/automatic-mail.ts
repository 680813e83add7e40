import type { AutomaticKind } from '../../../../shared/contract/values.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Submission } from '../submission.ts';
import type { Gate } from './gate.ts';

/** Agents don't answer programs, which may answer again. */
export const automaticMail: Gate = {
  name: 'automatic_mail',
  passed: "The message doesn't answer automatic mail that agents of the mailbox leave.",
  trace: 'authoring',
  remedies: {
    AUTOMATIC_MAIL: 'Leave the message unanswered, or have a person answer it.',
  },
  async check({ db, submission }) {
    await assertNoAutomaticMail(db, submission);
  },
};

/** Kinds that each setting lets agents answer. */
const ANSWERABLE: Readonly<Record<Submission['mailbox']['automatic_replies'], readonly AutomaticKind[]>> = {
  never: [],
  lists: ['list', 'bulk'],
  all: ['list', 'bulk', 'reply', 'bounce'],
};

/** Checked again in the transaction that stores the message, by the setting as it is then. */
export async function assertNoAutomaticMail(
  db: Queries,
  { thread, principal, mailbox }: Submission,
): Promise<void> {
  if (thread === null || principal.origin !== 'agent') return;
  const answered = await db
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .select(['messages.automatic', 'messages.automatic_by', 'mailboxes.automatic_replies'])
    .where('messages.mailbox_id', '=', mailbox.id)
    .where('messages.rfc_message_id', '=', thread.inReplyTo)
    .where('messages.direction', '=', 'inbound')
    .where('messages.automatic', 'is not', null)
    .execute();
  for (const { automatic, automatic_by: by, automatic_replies: allowed } of answered) {
    if (automatic === null || ANSWERABLE[allowed].includes(automatic)) continue;
    throw new ServiceError('AUTOMATIC_MAIL', { automatic, automatic_by: by });
  }
}
