import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { SenderAuthentication } from '../../../platform/store/schema.ts';
import { lowerAscii } from '../../../platform/system/mail-address.ts';
import { simulatorScenario } from '../../../rules/recipients/simulator.ts';
import { isConfirmedRecipient } from '../../../rules/recipients/verified/table.ts';
import { isProven } from '../../../rules/trust/participants.ts';
import type { Gate, GateScene } from './gate.ts';

const AUTHENTIC: readonly SenderAuthentication['verdict'][] = ['verified_aligned', 'authenticated_unaligned'];

/** A trial account writes to itself, to confirmed people, and in reply to authenticated mail. */
export const sandboxRecipient: Gate = {
  name: 'sandbox_recipient',
  passed: 'The plan lets the account write to this recipient.',
  trace: 'recipient_authority',
  perRecipient: true,
  remedies: {
    SANDBOX_RECIPIENT_NOT_VERIFIED: 'Add the recipient and wait for the confirmation, or choose a paid plan.',
  },
  repeated: true,
  recheck: { reason: 'recipient_not_verified', staysHeld: false },
  async check(scene) {
    const { context, db, submission } = scene;
    const { account } = submission.principal;
    if (account.tier !== 'sandbox') return;
    const recipient = submission.to.toLowerCase();
    if (recipient === account.email.toLowerCase()) return;
    if (simulatorScenario(recipient, context.config.platformDomain)) return;
    if (await isConfirmedRecipient(db, account.id, recipient)) return;
    if (await answersAuthenticMail(scene, recipient)) return;
    throw new ServiceError('SANDBOX_RECIPIENT_NOT_VERIFIED', {
      reason: 'recipient_not_confirmed',
      recipient: submission.to,
      agent_instructions: [
        "Ask the account's owner to add this recipient for confirmation, or to choose a paid plan.",
      ],
    });
  },
};

/**
 * The answered message comes from the recipient and its sender is authentic. Message-IDs are chosen by
 * senders: when several messages carry the answered one, all of them have to be authentic.
 */
async function answersAuthenticMail({ db, submission }: GateScene, recipient: string): Promise<boolean> {
  const { kind, thread, mailbox } = submission;
  if (kind === 'fresh' || thread === null) return false;
  const answered = await db
    .selectFrom('messages')
    .select(['sender', 'sender_authentication'])
    .where('mailbox_id', '=', mailbox.id)
    .where('rfc_message_id', '=', thread.inReplyTo)
    .where('direction', '=', 'inbound')
    .where('state', 'in', ['available', 'quarantined'])
    .execute();
  const written = answered.filter(({ sender }) => lowerAscii(sender) === recipient);
  const isStrict = mailbox.participant_authentication === 'authenticated';
  return written.length > 0 && written.every((row) => isAuthentic(row.sender_authentication, isStrict));
}

/** `isStrict` asks for mail that proves its From. */
function isAuthentic(found: SenderAuthentication | null, isStrict: boolean): boolean {
  if (found === null) return false;
  return isStrict ? isProven(found) : AUTHENTIC.includes(found.verdict);
}
