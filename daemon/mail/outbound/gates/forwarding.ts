import { showsTheSame } from '../../../content/stored-text/redaction.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';
import { forwardOf } from '../forward/forwarded.ts';
import type { Submission } from '../submission.ts';
import type { Gate } from './gate.ts';

/** Agents forward mail only where the mailbox lets them. */
export const forwarding: Gate = {
  name: 'forwarding',
  passed: "The message doesn't forward mail, or the mailbox lets the caller forward it.",
  trace: 'authoring',
  remedies: {
    AGENT_FORWARDING_DISABLED: 'A signed-in person can set agent_forwarding to review.',
  },
  repeated: true,
  async check({ submission }) {
    if (forwardOf(submission) !== null) assertAllowed(submission, submission.mailbox);
  },
};

type Rules = Pick<MailboxRow, 'agent_forwarding' | 'pii_mode' | 'pii_redaction_config'>;

/** Checked again in the transaction that stores the message, by the settings as they are then. */
export async function assertMayForward(db: Queries, submission: Submission): Promise<void> {
  if (forwardOf(submission) === null) return;
  const rules = await db
    .selectFrom('mailboxes')
    .select(['agent_forwarding', 'pii_mode', 'pii_redaction_config'])
    .where('id', '=', submission.mailbox.id)
    .executeTakeFirstOrThrow();
  assertAllowed(submission, rules);
}

function assertAllowed({ principal, forwards }: Submission, rules: Rules): void {
  if (principal.origin === 'agent' && rules.agent_forwarding === 'off') {
    throw new ServiceError('AGENT_FORWARDING_DISABLED');
  }
  // The text was quoted as readers got it then.
  if (forwards && !showsTheSame(forwards.policy, { ...forwards.policy, ...rules })) {
    throw new ServiceError('CONFLICT', { reason: 'mailbox_changed' });
  }
}
