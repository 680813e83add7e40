import { z } from 'zod';
import { principalOf } from '../../access/acting-later.ts';
import type { Principal } from '../../access/principal.ts';
import { assertStillAllowed } from '../../access/reach.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { PendingDecision } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { MINUTE, SECOND } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';
import { decisionPending } from '../messages/transitions/events.ts';
import { approval } from './approve.ts';
import { block } from './block.ts';
import { putOff } from './decide.ts';
import { denial } from './deny.ts';
import { loadHeld, readReason } from './held.ts';
import { release } from './release.ts';
import type { DecisionRule } from './rule.ts';

const RULES: Readonly<Record<PendingDecision['kind'], DecisionRule>> = {
  approve: approval,
  deny: denial,
  release,
  block,
};

/** Decisions that are carried out in parallel; other mail servers may take their time. */
export const DECISIONS_AT_ONCE = 32;

const payload = z.object({ message_id: z.string(), decision: z.string() });

type DecidedRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/**
 * Carries out a decision that wasn't taken back, as an immediate one: the caller's right and all rules are
 * asked again. A refusal ends the decision and leaves the message held.
 */
export async function carryOutDecision(context: MailContext, raw: unknown): Promise<void> {
  const { message_id: id, decision: own } = payload.parse(raw);
  const row = await findRow(context.store.read, id);
  const decision = row?.pending_decision;
  if (!decision || decision.id !== own) return;
  // An earlier run is sending it, or was interrupted: the takeover ends that one.
  if (row.state === 'dispatching') {
    await context.store.write(accountScope(row), async (transaction) => {
      await putOff(transaction, row, { ...decision, due_at: transaction.now + MINUTE });
    });
    return;
  }
  try {
    const rule = RULES[decision.kind];
    const principal = await decider(context, row, decision);
    const held = await loadHeld(context, principal, { id, state: rule.state, decision: own });
    await rule.check(context, held, decision.reason);
    await rule.carryOut(context, held, await readReason(context, held, decision.reason));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await endRefused(context, row, { decision, refusal: error });
  }
}

function findRow(db: Queries, id: string) {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The caller who decided. A revoked key and a removed account decide nothing. */
async function decider(
  context: MailContext,
  { account_id, mailbox_id }: DecidedRow,
  { actor }: PendingDecision,
): Promise<Principal> {
  const principal = await principalOf(context.store.read, { account_id, mailbox_id, actor });
  if (principal.method === 'api_key') await assertStillAllowed(context, principal, mailbox_id);
  else if (principal.account.status === 'deleted') throw new ServiceError('UNAUTHORIZED');
  return principal;
}

interface RefusedDecision {
  readonly decision: PendingDecision;
  readonly refusal: ServiceError;
}

/** Ends a refused decision and reports it, unless it was taken back or its message decided otherwise. */
async function endRefused(
  context: MailContext,
  row: DecidedRow,
  { decision, refusal }: RefusedDecision,
): Promise<void> {
  await context.store.write(accountScope(row), async (transaction) => {
    const { now, db } = transaction;
    const current = await findRow(db, row.id);
    const isPending = current?.pending_decision?.id === decision.id && current.state === row.state;
    // After an unknown outcome the message isn't held any more, and its reviewer has to know.
    if (!isPending && refusal.code !== 'DISPATCH_INDETERMINATE') return;
    if (isPending)
      await db.updateTable('messages').set({ pending_decision: null }).where('id', '=', row.id).execute();
    const { actor, kind } = decision;
    await transaction.audit({
      kind: 'message.decision.failed',
      accountId: row.account_id,
      mailboxId: row.mailbox_id,
      actor,
      target: row.id,
      before: { decision: kind },
      after: { error_code: refusal.code },
    });
    const failed = { decision, status: 'failed', actor, errorCode: refusal.code, at: now } as const;
    await transaction.emit(decisionPending(row, failed));
  });
}

/** A clock that was set back would keep decisions waiting: none waits longer than the setting says. */
export async function planDecisions(context: MailContext): Promise<void> {
  const seconds = context.settings.get('review.undo_seconds');
  const rows = await context.store.read
    .selectFrom('messages')
    .select(['id', 'account_id', 'pending_decision'])
    .where('pending_decision', 'is not', null)
    .execute();
  const latest = context.clock.now() + Math.max(seconds * SECOND, MINUTE);
  for (const row of rows.filter(({ pending_decision: pending }) => (pending?.due_at ?? 0) > latest)) {
    await context.store.write(accountScope(row), async (transaction) => {
      const current = await findRow(transaction.db, row.id);
      const decision = current?.pending_decision;
      if (!current || !decision || decision.id !== row.pending_decision?.id) return;
      await putOff(transaction, current, { ...decision, due_at: transaction.now + seconds * SECOND });
    });
  }
}
