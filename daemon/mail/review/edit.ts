import type { BodyOf, CallOf } from '../../../shared/contract/endpoint.ts';
import type { SendReply } from '../../../shared/contract/messages.ts';
import type { editMessage as contract } from '../../../shared/contract/review.ts';
import type { Principal } from '../../access/principal.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import type { MailContext } from '../context.ts';
import { isBegunByAgent } from '../messages/origin.ts';
import { type MessageRow, resolveMessage } from '../messages/table.ts';
import { replayAnswer } from '../outbound/answer.ts';
import { containment } from '../outbound/gates/containment.ts';
import { passGates } from '../outbound/gates/index.ts';
import type { UsedKey } from '../outbound/idempotency.ts';
import { oncePerKey } from '../outbound/once.ts';
import { loadOutgoing, type Outgoing } from '../outbound/outgoing.ts';
import type { KeyedOptions } from '../outbound/preferences.ts';
import { processWithRetry } from '../outbound/process-with-retry.ts';
import {
  type Addressees,
  changedRecipients,
  haveSameRecipients,
  isWithin,
  unitsOf,
  waitingAddressees,
} from '../outbound/recipients.ts';
import { type Replaced, type Submission, threadPlaceOf } from '../outbound/submission.ts';
import { admit, messageRow, outcomeAnswer } from '../outbound/submit.ts';
import { submittedHtml } from '../outbound/submitted-html.ts';
import { assertLive, decidedMeanwhile, type Held, heldBy, readReason, trimmedReason } from './held.ts';
import { assertNote } from './note.ts';

type EditMessageBody = BodyOf<typeof contract>;

/**
 * Sends an edited message in place of a held one. It passes the gates and the scan as mail of the person; the
 * original is blocked in the transaction that inserts the edited row, and keeps waiting when a gate refuses.
 */
export async function editMessage(
  context: MailContext,
  principal: Principal,
  { params: { id }, body: edit, options }: CallOf<typeof contract> & { readonly options: KeyedOptions },
): Promise<SendReply> {
  const message = await resolveMessage(context.store.read, principal, { id, unbound: 'denied_403' });
  return oncePerKey(context, {
    intent: {
      principal,
      mailboxId: message.mailbox_id,
      options,
      namespace: 'send',
      fields: { ...edit, id: message.id },
    },
    replay: async ({ bound, differs }) => {
      const row = await messageRow(context, bound.message_id);
      if (row.edited_from !== message.id) {
        throw new ServiceError('CONFLICT', { reason: 'idempotency_key_in_use' });
      }
      return replayAnswer(context, principal, { row, differs });
    },
    act: async (key) => sendEdited(context, await heldBy(context, principal, { message }), { edit, key }),
  });
}

async function sendEdited(
  context: MailContext,
  held: Held,
  { edit, key }: { readonly edit: EditMessageBody; readonly key: UsedKey | null },
): Promise<SendReply> {
  const { message } = held;
  assertEditable(message);
  assertLive(held.mailbox);
  const given = await readReason(context, held, trimmedReason(edit));
  assertNote(held, given.reason);
  const original = await loadOutgoing(context.store.read, message.id);
  if (original?.state !== message.state) throw await decidedMeanwhile(context, message.id);
  const submission = editedSubmission(context, held, { edit, replaces: { original, ...given } });
  await assertContained(context, submission, message);
  const origin = submission.kind === 'reply' ? 'reply' : 'send';
  const editedId = await admit(context, { submission, attempt: { origin, draftId: null }, key });
  await processWithRetry(context, editedId);
  return outcomeAnswer(context, submission.principal, { messageId: editedId });
}

/** Outbound mail that waits for a decision. Mail that waits for its recipient's server was decided before. */
function assertEditable({ direction, state, hold_context }: MessageRow): void {
  if (direction === 'outbound' && hold_context !== null) {
    if (state === 'pending_review' || state === 'quarantined') return;
  }
  throw new ServiceError('CONFLICT', { state });
}

function editedSubmission(
  context: MailContext,
  { principal, message, mailbox }: Held,
  { edit, replaces }: { readonly edit: EditMessageBody; readonly replaces: Replaced },
): Submission {
  const { original } = replaces;
  const stored = waitingAddressees(original);
  const addressees = changedRecipients(context, stored, edit);
  assertNotMore(addressees, original);
  const subject = edit.subject ?? original.subject;
  const body = edit.body ?? original.text;
  const html = edit.html === undefined ? original.html : edit.html;
  assertHtmlChosen(original, edit);
  if (
    haveSameRecipients(addressees, stored) &&
    subject === original.subject &&
    body === original.text &&
    html === original.html
  ) {
    throw invalidField('body', "doesn't change the message; approve or release it instead");
  }
  // Another recipient isn't part of the conversation, and must not get in by its exemptions.
  const thread = isWithin(addressees, stored) ? threadPlaceOf(message) : null;
  const { subaddress_instance_id: instance, subaddress_mode: mode } = original;
  return {
    principal,
    mailbox,
    kind: thread === null ? 'fresh' : 'reply',
    ...addressees,
    subject,
    body,
    html: submittedHtml(html),
    subaddress: mode && { instance, mode },
    replyTo: message.reply_to,
    kept: message,
    thread,
    replaces,
  };
}

/** The edited message takes over the charge of the original. */
function assertNotMore(addressees: Addressees, { charged_units }: Outgoing): void {
  if (unitsOf(addressees) <= charged_units) return;
  const message = `must not name more than the ${charged_units} of the held message`;
  throw new ServiceError(
    'VALIDATION_ERROR',
    { issues: [{ path: 'to', message }] },
    { status: 422, message: "An edit can't add recipients to the held message." },
  );
}

/** Mail programs show the HTML: with a new text beside it, the recipient would still read the old words. */
function assertHtmlChosen(original: Outgoing, { body, html }: EditMessageBody): void {
  if (original.html === null || html !== undefined) return;
  if (body === undefined || body === original.text) return;
  throw invalidField('html', 'has the old text; give new HTML, or null to send only the text');
}

/** The person decides about the hold. An agent's mail stays contained, also when a person readdresses it. */
async function assertContained(
  context: MailContext,
  submission: Submission,
  message: MessageRow,
): Promise<void> {
  const db = context.store.read;
  if (!(await isBegunByAgent(db, message))) return;
  const principal: Principal = { ...submission.principal, origin: 'agent' };
  await passGates({ context, db, submission: { ...submission, principal } }, [containment]);
}
