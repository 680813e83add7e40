import { scanScope } from '../../content/analysis/scope.ts';
import type { ScanResult } from '../../content/analysis/tasks.ts';
import { APPROVAL_TIME } from '../../rules/policies/approval-time.ts';
import { type ScannedFile, withFileScans } from '../attachments/staging/scans.ts';
import type { MailContext } from '../context.ts';
import { hasFirstContact } from '../messages/first-contact.ts';
import { scanReasons } from '../messages/hold.ts';
import { originOf } from '../messages/origin.ts';
import type { Change, Scanned } from '../messages/transitions/causes.ts';
import { decideOutbound, type OutboundDecision } from './decide.ts';
import type { Outgoing } from './outgoing.ts';
import { recipientsOf, waitingAddressees } from './recipients.ts';

/** The scan of an outgoing message, and the decision about it. */
export interface Assessment {
  readonly scanned: Scanned;
  readonly decision: OutboundDecision;
}

/** Scans an outgoing message with its files, and decides about it. */
export async function assess(
  context: MailContext,
  outgoing: Outgoing,
  files: readonly ScannedFile[],
): Promise<Assessment> {
  const result = await context.metrics.operations.run('outbound_scan', () => scan(context, outgoing, files));
  const origin = originOf(outgoing);
  // Only this mode needs the history with the recipient.
  const isWatched = origin === 'agent' && outgoing.hitl_mode === 'risky_only';
  const decision = decideOutbound({
    scan: result.scan,
    origin,
    tier: outgoing.tier,
    mailbox: outgoing,
    at: context.clock.now(),
    isRevision: outgoing.revises !== null,
    isForward: outgoing.forward_of !== null,
    firstContact:
      isWatched &&
      (await hasFirstContact(
        context.store.read,
        { ...outgoing, id: outgoing.mailbox_id },
        recipientsOf(waitingAddressees(outgoing)),
      )),
    approvedReasons: await approvedReasons(context, outgoing),
  });
  return { decision, scanned: { ...result, text: outgoing.text } };
}

/** The change of state of a message that is held. */
export function holdChange(
  { approval_expiry }: Pick<Outgoing, 'approval_expiry'>,
  { state, hold }: Extract<OutboundDecision, { kind: 'hold' }>,
  scanned: Scanned,
): Change<'held'> {
  return { to: state, cause: 'held', scanned, hold, expiry: APPROVAL_TIME[approval_expiry] };
}

/**
 * A person who edits a held message decides about the reasons for which its scan held it, not about new ones.
 */
async function approvedReasons(
  { store }: Pick<MailContext, 'store'>,
  { edited_from: originalId }: Outgoing,
): Promise<ReadonlySet<string> | undefined> {
  if (originalId === null) return undefined;
  const original = await store.read
    .selectFrom('messages')
    .select('scan')
    .where('id', '=', originalId)
    .executeTakeFirst();
  return new Set(original?.scan ? scanReasons(original.scan) : []);
}

/** The scan of the message itself, and what is in its files. */
async function scan(
  context: MailContext,
  outgoing: Outgoing,
  files: readonly ScannedFile[],
): Promise<ScanResult> {
  const { subject, text, html } = outgoing;
  context.metrics.operations.note({ message_id: outgoing.id, account_id: outgoing.account_id });
  const scope = scanScope(context, outgoing);
  const scanned = await context.analysis.outbound({ subject, text, html, scope }, outgoing.account_id);
  const result = await context.dnsBlocklists.complete(scanned);
  return { ...result, scan: await withFileScans(context, { scan: result.scan, files, scope }) };
}
