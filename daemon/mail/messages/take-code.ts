import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { waitForCode as contract, TakenCode } from '../../../shared/contract/one-time-codes.ts';
import type { Principal } from '../../access/principal.ts';
import { assertStillAllowed } from '../../access/reach.ts';
import type { Queries } from '../../platform/store/store.ts';
import { MINUTE, SECOND } from '../../platform/system/clock.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { type MailboxRow, resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { oneTimeValueOf } from './extracted.ts';
import { type MessageRow, selectMessages } from './table.ts';
import { untilFound } from './until-found.ts';

interface WaitForCodeInput {
  readonly mailboxReference: string;
  readonly body: BodyOf<typeof contract>;
  readonly signal: AbortSignal;
}

/** A search for a code. */
interface CodeSearch extends WaitForCodeInput {
  readonly context: MailContext;
  readonly principal: Principal;
  readonly mailbox: MailboxRow;
  /** IDs of messages in which this call has found nothing. */
  readonly empty: Set<string>;
}

/**
 * Takes the code of the newest matching message that no code was taken from yet, or waits for one. Only
 * `available` mail is looked at, which every reader of the mailbox may read.
 */
export async function waitForCode(
  context: MailContext,
  principal: Principal,
  input: WaitForCodeInput,
): Promise<ReplyOf<typeof contract>> {
  const { store } = context;
  const { mailboxReference: reference, body, signal } = input;
  const mailbox = await resolveMailbox(store.read, principal, { reference, unbound: 'denied_403' });
  const search: CodeSearch = { context, principal, mailbox, empty: new Set(), ...input };
  const timeout = (body.timeout ?? LIMITS.waitSeconds.default) * SECOND;
  const code = await untilFound(context, {
    ...{ mailboxId: mailbox.id, timeout, signal },
    look: (waited) => take(search, waited),
  });
  if (code) return { code, held: 0 };
  return { code: null, held: (await arrivals(store.read, search, 'quarantined')).length };
}

/** Takes the newest code there is; undefined without one. */
async function take(search: CodeSearch, waited: boolean): Promise<TakenCode | undefined> {
  const { context, principal, mailbox, body, empty, signal } = search;
  for (const { id, subject } of await arrivals(context.store.read, search, 'available')) {
    if (empty.has(id) || !contains(subject, body.subject)) continue;
    const row = await selectMessages(context.store.read).where('messages.id', '=', id).executeTakeFirst();
    const found = row && (await oneTimeValueOf(context, row, body.kind ?? 'otp'));
    if (!found) {
      empty.add(id);
      continue;
    }
    if (waited) await assertStillAllowed(context, principal, mailbox.id);
    // A code that is taken for nobody is lost to those who still wait.
    if (signal.aborted) return undefined;
    if (await mark(search, row)) return { ...found, ...describe(search, row) };
  }
  return undefined;
}

interface ArrivedMessage {
  readonly id: string;
  readonly subject: string;
}

/**
 * Received messages of a state to the address and from the sender, newest first. The subject isn't compared:
 * that of held mail may be withheld from the caller.
 */
async function arrivals(
  db: Queries,
  { context, mailbox, body }: CodeSearch,
  state: 'available' | 'quarantined',
): Promise<readonly ArrivedMessage[]> {
  const age = (body.max_age ?? LIMITS.codeMinutes.default) * MINUTE;
  let query = db
    .selectFrom('messages')
    .select(['id', 'sender', 'subject', 'recipient', 'other_recipients'])
    .where('mailbox_id', '=', mailbox.id)
    .where('created_at', '>=', context.clock.now() - age)
    .where('direction', '=', 'inbound')
    .where('state', '=', state)
    .orderBy('created_at', 'desc');
  if (!body.again) query = query.where('code_taken_at', 'is', null);
  const rows = await query.execute();
  return rows.filter(({ sender, recipient, other_recipients: others }) => {
    const recipients = [recipient, ...(others ?? [])];
    return contains(sender, body.sender) && recipients.some((each) => isTo(each, body.address));
  });
}

/** One conditional update: of callers at the same time, and on other nodes, one takes the code. */
async function mark({ context, principal, body }: CodeSearch, row: MessageRow): Promise<boolean> {
  if (body.again && row.code_taken_at !== null && row.read_at !== null) return true;
  return context.store.write({ account: principal.account.id }, async ({ db, now }) => {
    let update = db
      .updateTable('messages')
      .set(({ fn, val }) => ({
        code_taken_at: fn.coalesce('code_taken_at', val(now)),
        read_at: fn.coalesce('read_at', val(now)),
      }))
      .where('id', '=', row.id)
      .where('state', '=', 'available');
    if (!body.again) update = update.where('code_taken_at', 'is', null);
    const { numUpdatedRows } = await update.executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** The message of a code, whose reading is audited. */
function describe({ context, principal }: CodeSearch, row: MessageRow): Omit<TakenCode, 'kind' | 'value'> {
  const { clock, readAudit } = context;
  readAudit.note({
    kind: 'message.content.read',
    accountId: row.account_id,
    mailboxId: row.mailbox_id,
    actor: principal.actor,
    target: row.id,
  });
  return {
    message_id: row.id,
    sender: row.sender,
    subject: row.subject,
    recipient: row.recipient,
    received_at: isoTime(row.created_at),
    age: Math.max(0, Math.floor((clock.now() - row.created_at) / SECOND)),
  };
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Whether an address is the one asked for, which may be without its domain. */
function isTo(recipient: string, asked: string | undefined): boolean {
  if (asked === undefined) return true;
  const wanted = asked.toLowerCase();
  return recipient === wanted || recipient.slice(0, recipient.lastIndexOf('@')) === wanted;
}
