import type { MessageState } from '../../../../shared/contract/messages.ts';
import { workerIn } from '../../../platform/store/message-states.ts';
import { prepareQuery } from '../../../platform/store/prepared.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { openDenial, settleAnswered } from '../denials.ts';
import { insertMessage, type NewMessage } from '../insert.ts';
import { recordScanned, storedText } from '../scanned.ts';
import type { Cause, Change, Scanned } from './causes.ts';
import { scheduleCopy } from './copy.ts';
import type { Effects, TransitionRow } from './effects.ts';
import type { MessageFacts, Move } from './facts.ts';
import { refundMessage } from './refund.ts';
import { rowOf } from './table.ts';

/**
 * Changes the state of a message in one conditional update, with everything that the table says about the
 * change. Returns false, having changed nothing, when the message has left `message.state` meanwhile or
 * another worker has it. Throws when the table has no such change.
 */
export async function transition<C extends Cause>(
  transaction: Transaction,
  message: MessageFacts,
  change: Change<C>,
): Promise<boolean> {
  const move: Move<C> = { message, cause: change, now: transaction.now };
  const row = rowOf(message.state, change);
  const columns = { ...columnsOf(row, move, change), worker: workerIn(change.to, transaction) };
  if (!(await update(transaction, message, columns))) return false;
  await storeText(transaction, message, { text: row.text, scanned: change.scanned });
  await addEffects(transaction, row, move);
  return true;
}

/** A message that a change inserts, with the state that the change leaves. */
export type ChangingMessage = NewMessage & Pick<MessageFacts, 'direction' | 'subject' | 'thread_id'>;

/**
 * Inserts a message in the state to which a change leads, with everything that the table says about the
 * change. The caller stores its text, with what a scan found.
 */
export async function insertChanged<C extends Cause>(
  transaction: Transaction,
  message: ChangingMessage,
  change: Change<C>,
): Promise<void> {
  const { now } = transaction;
  const row = rowOf(message.state, change);
  const facts = { ...message, automatic: null, hold_context: null, seq: 0, created_at: now };
  const columns = columnsOf(row, { message: facts, cause: change, now }, change);
  const { seq, created_at } = await insertMessage(transaction, { ...message, ...columns } as NewMessage);
  const inserted = { ...facts, seq, created_at };
  if (row.text === 'scanned' && change.scanned) await transaction.index(inserted, storedText(change.scanned));
  await addEffects(transaction, row, { message: inserted, cause: change, now });
}

/** Adds what follows a change besides columns and text. */
async function addEffects<C extends Cause>(
  transaction: Transaction,
  row: TransitionRow<C>,
  move: Move<C>,
): Promise<void> {
  const { message } = move;
  if (row.refund) await refundMessage(transaction, message.id);
  for (const job of row.jobs?.(move) ?? [])
    if (job) await transaction.schedule({ ...job, accountId: message.account_id });
  if (row.settles) await settleAnswered(transaction, message);
  if (row.opensDenial) await openDenial(transaction, message);
  if (row.copied) await scheduleCopy(transaction, message);
  await transaction.audit(...(row.audits?.(move) ?? []));
  await transaction.emit(...(row.events?.(move) ?? []));
  const arrived = row.intake?.(move);
  if (arrived) transaction.start('intake', arrived);
  transaction.publish({ kind: 'mailbox', id: message.mailbox_id });
}

function columnsOf<C extends Cause>(row: TransitionRow<C>, move: Move<C>, change: Change<C>) {
  const hold = row.hold?.(move);
  return {
    ...change.columns,
    ...(change.scanned && { scan: change.scanned.scan }),
    ...(!row.keepsHold && { hold_context: hold ?? null, pending_decision: null }),
    deciding: null,
    ...row.columns?.(move),
    state: change.to,
  };
}

interface TextChange {
  readonly text: Effects<Cause>['text'];
  readonly scanned: Scanned | null | undefined;
}

async function storeText(
  transaction: Transaction,
  message: MessageFacts,
  { text, scanned }: TextChange,
): Promise<void> {
  if (text === 'forget') transaction.search.remove(message.seq);
  if (text === 'subject') await transaction.index(message, { text: null, pii_spans: null });
  if (!scanned) return;
  if (text === 'scanned') await recordScanned(transaction, message, scanned);
  if (text === 'index') await transaction.index(message, storedText(scanned));
}

type Update = ReturnType<typeof prepareUpdate>;

/** A statement for each set of columns, with and without a worker to compare. */
const updates = new Map<string, Update>();

/** Names of values that aren't columns. */
const ID = ':id';
const FROM = ':from';
const OWNER = ':owner';

async function update(
  transaction: Transaction,
  { id, state }: MessageFacts,
  columns: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const names = Object.keys(columns);
  const owner = workerIn(state, transaction);
  const key = [owner !== null, ...names].join();
  let statement = updates.get(key);
  if (!statement) {
    statement = prepareUpdate(names, owner !== null);
    updates.set(key, statement);
  }
  const { changed } = await statement(transaction.db, {
    ...columns,
    [ID]: id,
    [FROM]: state,
    [OWNER]: owner,
  });
  return changed === 1n;
}

function prepareUpdate(columns: readonly string[], isOwned: boolean) {
  return prepareQuery<Record<string, unknown>>()((db, param) => {
    const change = db
      .updateTable('messages')
      .set(Object.fromEntries(columns.map((column) => [column, param(column)])))
      .where('id', '=', param(ID) as string)
      .where('state', '=', param(FROM) as MessageState);
    return isOwned ? change.where('worker', '=', param(OWNER) as string) : change;
  });
}
