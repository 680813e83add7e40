import { CALLER_COLUMNS, callerAccount } from '../../access/caller-account.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { StagedRow } from '../attachments/staging/table.ts';
import { contentIdOf } from '../attachments/staging/take.ts';
import { usableFiles } from '../attachments/staging/usable.ts';
import type { MailContext } from '../context.ts';
import type { Change } from '../messages/transitions/causes.ts';
import { type Assessment, assess, holdChange } from './assess.ts';
import { enforceGates, type GateAttempt, passGates, REPEATED_GATES } from './gates/index.ts';
import type { UsedKey } from './idempotency.ts';
import { outboundMail } from './outbound-mail.ts';
import { changeOf, type Sending } from './outcome.ts';
import { freshOutgoing, loadOutgoing, type Outgoing } from './outgoing.ts';
import { persistSubmission } from './persist.ts';
import { claimed, record } from './record.ts';
import type { Submission } from './submission.ts';
import type { SanitizedHtml } from './submitted-html.ts';
import type { LocalDelivery, LocalPlan, LocalTransport } from './transport.ts';

interface SendLocallyInput {
  readonly submission: Submission;
  readonly attempt: GateAttempt;
  readonly key: UsedKey | null;
  readonly transport: LocalTransport;
}

/** Rounds in which a rule may change while the message is scanned. */
const ROUNDS = 3;

/** A rule changed while the message was scanned; `cause` is what it refuses with now. */
class RulesChangedError extends Error {
  override readonly cause: ServiceError;

  constructor(cause: ServiceError) {
    super('a rule changed during the scan');
    this.cause = cause;
  }
}

/**
 * Sends a fresh message or reply that stays on this machine. It is scanned and composed first; then one
 * transaction asks the rules again and stores row, text, key, charge and outcome. A crash before leaves
 * nothing behind. Returns the id of the row.
 */
export async function sendLocally(context: MailContext, input: SendLocallyInput): Promise<string> {
  let { submission } = input;
  for (let round = 1; ; round++) {
    try {
      return await tryOnce(context, { ...input, submission });
    } catch (error) {
      if (!(error instanceof RulesChangedError)) throw error;
      if (round === ROUNDS) throw error.cause;
      submission = await refreshed(context.store.read, submission);
    }
  }
}

async function tryOnce(
  context: MailContext,
  { submission, attempt, key, transport }: SendLocallyInput,
): Promise<string> {
  const db = context.store.read;
  const scene = { context, db, submission };
  await enforceGates(scene, attempt);
  const html = (await submission.html?.sanitized(context)) ?? null;
  const now = context.clock.now();
  const outgoing = freshOutgoing(submission, { id: context.random.id(now), now, html });
  const files = await filesOf(db, submission, now);
  const assessment = await assess(context, outgoing, files);
  const delivery =
    assessment.decision.kind === 'dispatch'
      ? await transport.keep(await composed(context, outgoing, files))
      : null;
  const accounts = [outgoing.account_id, ...(delivery?.accounts ?? [])];
  let isDelivered = false;
  try {
    await context.store.write({ accounts }, async (transaction) => {
      const { outcome } = await store(context, transaction, {
        ...assessment,
        submission,
        outgoing,
        html,
        key,
        delivery,
      });
      isDelivered = outcome === 'accepted';
    });
  } catch (error) {
    isDelivered = false;
    throw error;
  } finally {
    if (!isDelivered) await delivery?.discard();
  }
  return outgoing.id;
}

/** The uploads of a submission that goes out, in order. */
function filesOf(db: Queries, submission: Submission, now: number): Promise<StagedRow[]> {
  const { principal, mailbox, attachmentIds: ids = [] } = submission;
  return usableFiles(db, { account: principal.account, mailbox, ids, draftId: null, now });
}

function composed(context: MailContext, outgoing: Outgoing, files: readonly StagedRow[]) {
  return outboundMail(context, outgoing, {
    at: context.clock.now(),
    files: files.map((file) => ({ ...file, content_id: contentIdOf(file, outgoing.html) })),
  });
}

interface StoreInput extends Assessment {
  readonly submission: Submission;
  readonly outgoing: Outgoing;
  readonly html: SanitizedHtml | null;
  readonly key: UsedKey | null;
  readonly delivery: LocalDelivery | null;
}

/** Stores the message with its outcome, if no rule changed since. */
async function store(
  context: MailContext,
  transaction: Transaction,
  { submission, outgoing, html, key, delivery, ...assessment }: StoreInput,
): Promise<{ readonly outcome: LocalPlan['outcome'] | null }> {
  await assertSameRules(context, transaction, submission);
  const plan = (await delivery?.plan(transaction)) ?? null;
  const sending: Sending = { outgoing, scanned: assessment.scanned, tries: null, decision: null };
  const { platformDomain } = context.config;
  const change =
    changeOfHold(outgoing, assessment) ??
    // A failed delivery is claimed before its outcome, like any other.
    changeOf(plan?.outcome === 'accepted' ? 'accepted' : 'claimed', sending, {
      platformDomain,
      now: transaction.now,
    });
  await persistSubmission(context, transaction, { submission, entry: { html, key, outgoing, change } });
  if (plan?.outcome === 'accepted') await plan.deliver();
  else if (plan) {
    const inserted = await loadOutgoing(transaction.db, outgoing.id);
    if (!inserted) throw new Error(`there is no message ${outgoing.id}`);
    await record(context, transaction, {
      sending: claimed({ ...sending, outgoing: inserted }),
      step: plan.outcome,
    });
  }
  return { outcome: plan?.outcome ?? null };
}

/** The change of a message that isn't dispatched; null when it is. */
function changeOfHold(outgoing: Outgoing, { decision, scanned }: Assessment): Change | null {
  switch (decision.kind) {
    case 'dispatch':
      return null;
    case 'hold':
      return holdChange(outgoing, decision, scanned);
    case 'block':
      return { to: 'blocked', cause: 'blocked_by_scan', scanned, failure: null };
  }
}

/** Throws RulesChangedError unless gates, scan and decision would come out as they did. */
async function assertSameRules(
  context: MailContext,
  { db }: Transaction,
  submission: Submission,
): Promise<void> {
  if (!(await isCurrent(db, submission))) {
    throw new RulesChangedError(new ServiceError('CONFLICT', { reason: 'mailbox_changed' }));
  }
  try {
    await passGates({ context, db, submission }, REPEATED_GATES);
  } catch (refusal) {
    throw refusal instanceof ServiceError ? new RulesChangedError(refusal) : refusal;
  }
}

/** Whether mailbox and account are as the submission has them. */
async function isCurrent(db: Queries, { mailbox, principal }: Submission): Promise<boolean> {
  const [row] = (await findSender(db, { id: mailbox.id })).rows;
  const { account } = principal;
  return (
    row?.status === mailbox.status &&
    row.updated_at === mailbox.updated_at &&
    row.latest_revision_id === mailbox.latest_revision_id &&
    row.address === mailbox.address &&
    row.account_status === account.status &&
    row.tier === account.tier &&
    row.url_reputation_active === account.urlReputationActive
  );
}

const findSender = prepareQuery<{ id: string }>()((db, param) =>
  db
    .selectFrom('mailboxes')
    .innerJoin('accounts', 'accounts.id', 'mailboxes.account_id')
    .select([
      'mailboxes.status',
      'mailboxes.updated_at',
      'mailboxes.latest_revision_id',
      'mailboxes.address',
      'accounts.status as account_status',
      'accounts.tier',
      'accounts.url_reputation_active',
    ])
    .where('mailboxes.id', '=', param('id')),
);

/** The submission with its mailbox and account as they are now. */
async function refreshed(db: Queries, submission: Submission): Promise<Submission> {
  const { principal } = submission;
  const mailbox = await resolveMailbox(db, principal, {
    reference: submission.mailbox.id,
    unbound: 'denied_403',
  });
  const account = await db
    .selectFrom('accounts')
    .select(CALLER_COLUMNS)
    .where('id', '=', principal.account.id)
    .executeTakeFirstOrThrow();
  return {
    ...submission,
    mailbox,
    principal: { ...principal, account: callerAccount(principal.account.id, account) },
  };
}
