import { answerInvitation as answerInvitationContract } from '../../../../shared/contract/calendar-replies.ts';
import { forward } from '../../../../shared/contract/forwarding.ts';
import * as keys from '../../../../shared/contract/keys.ts';
import * as mailboxes from '../../../../shared/contract/mailboxes.ts';
import * as codes from '../../../../shared/contract/one-time-codes.ts';
import * as reading from '../../../../shared/contract/reading.ts';
import * as search from '../../../../shared/contract/search.ts';
import * as sending from '../../../../shared/contract/sending.ts';
import { submitMessage } from '../../../../shared/contract/submission.ts';
import { createApiKey } from '../../../access/create-key.ts';
import { listApiKeys } from '../../../access/list-keys.ts';
import { revokeApiKey } from '../../../access/revoke-key.ts';
import { waitForDecision } from '../../../mail/messages/decision.ts';
import { listMessages } from '../../../mail/messages/list.ts';
import { markMessageRead } from '../../../mail/messages/mark-read.ts';
import { waitForCode } from '../../../mail/messages/take-code.ts';
import { waitForMessage } from '../../../mail/messages/wait.ts';
import { answerInvitation } from '../../../mail/outbound/calendar/answer-invitation.ts';
import { forwardMessage } from '../../../mail/outbound/forward/forward.ts';
import { getAnswerable } from '../../../mail/outbound/get-answerable.ts';
import { readIdempotencyKey } from '../../../mail/outbound/idempotency.ts';
import { probeIdempotency } from '../../../mail/outbound/probe.ts';
import { sendRaw } from '../../../mail/outbound/raw/send-raw.ts';
import { replyToMessage, sendMessage } from '../../../mail/outbound/send.ts';
import { searchMail } from '../../../mail/search/search.ts';
import { createMailbox } from '../../../rules/mailboxes/create.ts';
import { deleteMailbox } from '../../../rules/mailboxes/delete.ts';
import { getMailbox, listMailboxes } from '../../../rules/mailboxes/read.ts';
import { Answer, type Binding, bind } from '../call.ts';
import { readKeyed } from '../prefer.ts';

/** Routes for customers and agents. */
export const customerRoutes: readonly Binding[] = [
  bind(keys.listApiKeys, (context, principal, { query }) =>
    listApiKeys(context, principal, query.include_revoked ?? false),
  ),
  bind(keys.createApiKey, (context, principal, { body }) => createApiKey(context, principal, body)),
  bind(keys.revokeApiKey, (context, principal, { params }) => revokeApiKey(context, principal, params.id)),

  bind(mailboxes.createMailbox, (context, principal, { body }) => createMailbox(context, principal, body)),
  bind(mailboxes.listMailboxes, (context, principal) => listMailboxes(context, principal)),
  bind(mailboxes.getMailbox, (context, principal, { params }) => getMailbox(context, principal, params.id)),
  bind(mailboxes.deleteMailbox, (context, principal, { params }) =>
    deleteMailbox(context, principal, params.id),
  ),

  bind(sending.send, async (context, principal, { body, ...call }) => {
    const options = readKeyed(call);
    return new Answer(await sendMessage(context, principal, { body, options }), options.preferences.applied);
  }),
  bind(sending.reply, async (context, principal, { params, body, ...call }) => {
    const options = readKeyed(call);
    const asked = { messageId: params.id, body, options };
    return new Answer(await replyToMessage(context, principal, asked), options.preferences.applied);
  }),
  bind(forward, async (context, principal, { params, body, ...call }) => {
    const options = readKeyed(call);
    const asked = { messageId: params.id, body, options };
    return new Answer(await forwardMessage(context, principal, asked), options.preferences.applied);
  }),
  bind(answerInvitationContract, async (context, principal, { params, body, ...call }) => {
    const options = readKeyed(call);
    const asked = { messageId: params.id, body, options };
    return new Answer(await answerInvitation(context, principal, asked), options.preferences.applied);
  }),
  bind(submitMessage, (context, principal, { body: { from_mailbox: mailbox, recipients, file } }) =>
    sendRaw(context, principal, {
      mailbox,
      recipients: recipients === undefined ? null : addressesIn(recipients),
      raw: file.content,
    }),
  ),
  bind(sending.probeIdempotency, (context, principal, { idempotencyKey }) =>
    probeIdempotency(context, principal, readIdempotencyKey(idempotencyKey)),
  ),

  bind(reading.listMessages, (context, principal, { params, query, hungUp }) =>
    listMessages(context, principal, { mailboxReference: params.id, query, hungUp }),
  ),
  bind(search.searchMessages, (context, principal, { query, hungUp }) =>
    searchMail(context, principal, { query, hungUp }),
  ),
  bind(reading.getMessage, (context, principal, { params, query }) =>
    getAnswerable(context, principal, { id: params.id, query }),
  ),
  bind(reading.waitForMessage, (context, principal, { params, query, stoppedWaiting }) =>
    waitForMessage(context, principal, { mailboxReference: params.id, query, signal: stoppedWaiting() }),
  ),
  bind(codes.waitForCode, (context, principal, { params, body, stoppedWaiting }) =>
    waitForCode(context, principal, { mailboxReference: params.id, body, signal: stoppedWaiting() }),
  ),
  bind(reading.waitForDecision, (context, principal, { params, query, stoppedWaiting }) =>
    waitForDecision(context, principal, { id: params.id, query, signal: stoppedWaiting() }),
  ),
  bind(reading.markMessageRead, (context, principal, { params }) =>
    markMessageRead(context, principal, params.id),
  ),
];

function addressesIn(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}
