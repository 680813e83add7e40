import { matchingPattern } from '../../platform/store/list-entries.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { FirewallBlock } from '../../platform/store/schema.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { patternsOf } from '../../platform/system/mail-address.ts';
import { SENDER_ALLOWLIST } from '../../rules/senders/allowlist.ts';
import { SENDER_BLOCKLIST } from '../../rules/senders/blocklist.ts';
import type { MailContext } from '../context.ts';
import type { MessageFacts } from '../messages/transitions/facts.ts';
import { transition } from '../messages/transitions/transition.ts';

/** A message for the sender policy. Authentication isn't considered: it could only admit a forger. */
export interface SenderCheck extends MessageFacts {
  /** Empty or null for a bounce. */
  readonly envelope_sender: string | null;
  readonly from_address: string | null;
  /** Further From addresses, which are checked too. */
  readonly other_authors: readonly string[] | null;
  readonly sender_policy_mode: FirewallBlock['mode'];
}

/**
 * Applies the sender policy. A refused message is stored unscanned and without an event; returns whether it
 * was refused.
 */
export async function applySenderPolicy(context: MailContext, message: SenderCheck): Promise<boolean> {
  const block = await refusalOf(context.store.read, message);
  if (!block) return false;
  await context.store.write(accountScope(message), (transaction) => record(transaction, message, block));
  return true;
}

/**
 * The refusal of a message, or null. The account's blocklist applies in both modes, then the mailbox's
 * allowlist.
 */
async function refusalOf(db: Queries, message: SenderCheck): Promise<FirewallBlock | null> {
  const envelope = message.envelope_sender || null;
  const from = message.from_address;
  const facts = { envelope_sender: envelope, from_address: from, mode: message.sender_policy_mode };
  const authors = authorsOf(message);
  const fields = [['envelope', envelope] as const, ...authors.map((author) => ['from', author] as const)];
  for (const [field, address] of fields) {
    const pattern =
      address &&
      (await matchingPattern(db, { list: SENDER_BLOCKLIST.name, ownerId: message.account_id, address }));
    if (!pattern) continue;
    return {
      ...facts,
      matched_field: field,
      matched_pattern: pattern,
      reason_code: 'SENDER_BLOCKED',
      matched_list: 'account_blocklist',
    };
  }
  if (message.sender_policy_mode === 'blocklist') return null;
  if (await areAllowed(db, message.mailbox_id, authors)) return null;
  return {
    ...facts,
    matched_field: null,
    matched_pattern: null,
    reason_code: 'SENDER_NOT_ON_ALLOWLIST',
    matched_list: 'mailbox_allowlist',
  };
}

function authorsOf({ from_address, other_authors }: SenderCheck): readonly string[] {
  const others = other_authors ?? [];
  return from_address === null ? others : [from_address, ...others];
}

/** Every author has to be allowed: an allowed one must not bring others in. */
async function areAllowed(db: Queries, mailboxId: string, authors: readonly string[]): Promise<boolean> {
  for (const author of authors) {
    if (!(await matchingPattern(db, { list: SENDER_ALLOWLIST.name, ownerId: mailboxId, address: author })))
      return false;
  }
  return authors.length > 0;
}

async function record(transaction: Transaction, message: SenderCheck, block: FirewallBlock): Promise<void> {
  const change = { to: 'firewall_blocked', cause: 'refused_sender', block } as const;
  if (!(await transition(transaction, message, change))) return;
  const [sender] = patternsOf(message.sender);
  await transaction.db
    .insertInto('blocked_arrivals')
    .values({
      account_id: message.account_id,
      mailbox_id: message.mailbox_id,
      message_id: message.id,
      sender,
      envelope_sender: block.envelope_sender,
      from_address: block.from_address,
      matched_field: block.matched_field,
      matched_pattern: block.matched_pattern,
      mode: block.mode,
      reason_code: block.reason_code,
      attempted_at: transaction.now,
    })
    .execute();
}
