import { parseEntry } from '../../../shared/address.ts';
import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { reportMessage as contract } from '../../../shared/contract/sender-lists.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { Charged } from '../../rules/recipients/lists/add.ts';
import { checkAgentEntries } from '../../rules/recipients/lists/agent-entries.ts';
import { budgetHeaders, takeFromBudget } from '../../rules/recipients/lists/budget.ts';
import { insertEntries } from '../../rules/recipients/lists/insert.ts';
import { SENDER_BLOCKLIST } from '../../rules/senders/blocklist.ts';
import type { MailContext } from '../context.ts';
import { NO_REASON } from '../messages/review.ts';
import { type MessageRow, resolveMessage } from '../messages/table.ts';
import type { Causes } from '../messages/transitions/causes.ts';
import { transition } from '../messages/transitions/transition.ts';

type ReportReply = ReplyOf<typeof contract>;

/** Reports unwanted mail: blocklists its sender, and blocks the message if it's held. */
export async function reportMessage(
  context: MailContext,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof contract>,
): Promise<Charged<ReportReply>> {
  const note = body.reason?.trim() || undefined;
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const message = await resolveMessage(transaction.db, principal, { id, unbound: 'denied_403' });
    if (message.direction === 'outbound') throw new ServiceError('REPORT_OUTBOUND_UNSUPPORTED');
    assertSettled(message.state);
    const { actor } = principal;
    const given = { ...NO_REASON, reason: note ?? null };
    const state = await blockIfHeld(transaction, message, { actor, given });
    const { headers, ...listed } = await blocklist(context, transaction, { principal, message, note });
    await transaction.audit({
      kind: 'message.sender.reported',
      accountId: message.account_id,
      mailboxId: message.mailbox_id,
      actor: principal.actor,
      target: message.id,
      before: message.state,
      after: state,
      ...(note !== undefined && { reason: note }),
    });
    transaction.publish({ kind: 'mailbox', id: message.mailbox_id });
    const blocked = message.state === 'quarantined';
    const answer: ReportReply = {
      message_id: message.id,
      state,
      blocked,
      already_blocked: message.state === 'blocked',
      ...listed,
    };
    return { answer, headers };
  });
}

function assertSettled(state: MessageRow['state']): void {
  if (state === 'received' || state === 'scanning') throw new ServiceError('CONFLICT', { state });
}

/** A quarantined message becomes blocked; every other state stays. */
async function blockIfHeld(
  transaction: Transaction,
  message: MessageRow,
  answer: Causes['reported'],
): Promise<MessageRow['state']> {
  if (message.state !== 'quarantined') return message.state;
  await transition(transaction, message, { to: 'blocked', cause: 'reported', ...answer });
  return 'blocked';
}

type BlocklistResult = Pick<ReportReply, 'sender_blocklisted' | 'already_blocklisted' | 'pattern_type'>;

interface ReportInput {
  readonly principal: Principal;
  readonly message: MessageRow;
  readonly note: string | undefined;
}

async function blocklist(
  context: MailContext,
  transaction: Transaction,
  { principal, message, note }: ReportInput,
): Promise<BlocklistResult & Pick<Charged<unknown>, 'headers'>> {
  const accountId = message.account_id;
  const entry = parseEntry(message.sender);
  if ('problem' in entry || entry.type !== 'email') {
    const headers = await budgetHeaders(transaction.db, accountId, transaction.now);
    return { sender_blocklisted: null, already_blocklisted: null, pattern_type: null, headers };
  }
  const headers = await takeFromBudget(transaction, accountId, 1);
  const place = { list: SENDER_BLOCKLIST, accountId, mailboxId: null };
  const fresh = await insertEntries(transaction, {
    place,
    patterns: [entry.pattern],
    cause: {
      actor: principal.actor,
      message: { id: message.id, mailboxId: message.mailbox_id },
      ...(note !== undefined && { note }),
    },
  });
  await checkAgentEntries(context, transaction, { principal, fresh, inContract: true });
  return {
    sender_blocklisted: entry.pattern,
    already_blocklisted: fresh.length === 0,
    pattern_type: 'email',
    headers,
  };
}
