import { readHeaders } from '../../content/mime/headers.ts';
import { readReturnPath } from '../../network/domains/return-path.ts';
import type { PreparedBlob } from '../../platform/store/blobs/blobs.ts';
import { type LockScope, SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { SECOND } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';
import { INBOUND_REPORT, type ReportPayload, reportPayload } from '../inbound/accept-report.ts';
import { keepForPostmaster } from '../inbound/postmaster.ts';
import { moveUnowned, SHOWN_BYTES } from '../inbound/unowned.ts';
import {
  HARD_BOUNCE,
  hasLeft,
  recordBounceOfDeleted,
  recordComplaint,
  suppressRecipient,
} from '../outbound/feedback.ts';
import { loadOutgoing, type Outgoing } from '../outbound/outgoing.ts';
import { addressAt } from '../outbound/recipients.ts';
import { recordBounceOfMail } from '../outbound/several/bounce.ts';
import { readBounce } from './bounce.ts';
import { type ComplaintReport, readComplaint } from './complaint.ts';
import { loadDeleted, type Reported } from './deleted.ts';
import { isTrustedReporter } from './reporter.ts';

/** Reports about sent mail: accepted at once, processed by a job. */

/** A report may arrive before the outcome of its own send. */
const WAIT_FOR_OUTCOME = 5 * SECOND;
/** Audit words for the reporter. */
const BOUNCE_REPORT = 'bounce_report';
const FEEDBACK_REPORT = 'feedback_report';

/** Processes an accepted report. */
export async function readReport(context: MailContext, rawPayload: unknown): Promise<void> {
  const report = reportPayload.parse(rawPayload);
  const raw = await context.store.blobs.read(report.blob_id);
  // An earlier run of this job removed it.
  if (!raw) return;
  if (report.message_id !== null) await applyBounce(context, { report, messageId: report.message_id, raw });
  else await applyComplaint(context, report, raw);
}

interface ApplyBounceInput {
  readonly report: ReportPayload;
  readonly messageId: string;
  readonly raw: Buffer;
}

async function applyBounce(
  context: MailContext,
  { report, messageId, raw }: ApplyBounceInput,
): Promise<void> {
  const bounce = readBounce(raw);
  const { read } = context.store;
  const { place } = report;
  const message = (await loadOutgoing(read, messageId)) ?? (await loadDeleted(read, { messageId, place }));
  await context.store.write(scopeOf(message), async (transaction) => {
    const outgoing = bounce && (await loadOutgoing(transaction.db, messageId));
    if (outgoing?.state === 'dispatching') return readLater(transaction, report);
    if (bounce && outgoing) {
      const recorded = await recordBounceOfMail(context, transaction, {
        outgoing,
        place,
        bounce: {
          ...bounce,
          reportedBy: BOUNCE_REPORT,
        },
      });
      // A hard bounce after a soft one: the mail is already `bounced`, so only the suppression is new.
      if (!recorded && bounce.type === 'hard' && isBouncedAt(outgoing, place)) {
        const recipient = addressAt(outgoing, place);
        await suppressRecipient(context, transaction, {
          outgoing: { ...outgoing, recipient },
          finding: HARD_BOUNCE,
        });
      }
    } else if (bounce) {
      await recordBounceOfDeleted(transaction, { messageId, recipient: place });
      const deleted = bounce.type === 'hard' && (await loadDeleted(transaction.db, { messageId, place }));
      if (deleted) await suppressRecipient(context, transaction, { outgoing: deleted, finding: HARD_BOUNCE });
    }
    await context.store.blobs.remove(transaction, report.blob_id);
  });
}

function isBouncedAt({ recipients, state }: Outgoing, place: number | null): boolean {
  if (recipients === null) return state === 'bounced';
  return place !== null && recipients[place]?.status === 'bounced';
}

/** The account of the reported message, and the service, to which the report belongs. */
function scopeOf(message: Pick<Reported, 'account_id'> | null | undefined): LockScope {
  return { accounts: message ? [SERVICE_ACCOUNT, message.account_id] : [SERVICE_ACCOUNT] };
}

function readLater(transaction: Transaction, report: ReportPayload): Promise<void> {
  return transaction.schedule({
    kind: INBOUND_REPORT,
    accountId: null,
    dueAt: transaction.now + WAIT_FOR_OUTCOME,
    payload: report,
  });
}

async function applyComplaint(context: MailContext, report: ReportPayload, raw: Buffer): Promise<void> {
  const complaint = readComplaint(raw);
  const trusted = complaint !== null && (await isTrustedReporter(context, { ...report, raw }));
  const { blobs } = context.store;
  const find = async (db: Queries) =>
    complaint && findReported(context, db, { ...complaint, isTrusted: trusted });
  const known = await find(context.store.read);
  const copy = await blobs.prepare(raw);
  const kept = await context.store.write(scopeOf(known), async (transaction) => {
    const found = await find(transaction.db);
    if (found?.state === 'dispatching') {
      await readLater(transaction, report);
      return false;
    }
    const followed =
      complaint && found && (await follow(context, transaction, { message: found, kind: complaint.kind }));
    // A person should look at a report that changes nothing.
    if (!followed) await keepReport(context, transaction, { ...report, raw, copy });
    await blobs.remove(transaction, report.blob_id);
    return !followed;
  });
  if (!kept) await blobs.discard(copy);
}

interface KeptReport extends ReportPayload {
  readonly raw: Buffer;
  readonly copy: PreparedBlob;
}

/** Stores a copy, because a repeated job has to find the report's own blob gone. */
async function keepReport(
  context: MailContext,
  transaction: Transaction,
  { blob_id: reportId, recipient, sender, raw, copy }: KeptReport,
): Promise<void> {
  await context.store.blobs.record(transaction, copy, null);
  await moveUnowned(transaction, reportId, copy.id);
  await keepForPostmaster(transaction, {
    recipient,
    sender,
    headers: readHeaders(raw),
    text: raw.subarray(0, SHOWN_BYTES).toString('utf8'),
    blobId: copy.id,
  });
}

/** Applies a proven report; false when the message never left. */
async function follow(
  context: MailContext,
  transaction: Transaction,
  { message, kind }: { readonly message: Reported } & Pick<ComplaintReport, 'kind'>,
): Promise<boolean> {
  if (!hasLeft(message)) return false;
  if (kind === 'complaint')
    return recordComplaint(context, transaction, { outgoing: message, reportedBy: FEEDBACK_REPORT });
  await suppressRecipient(context, transaction, {
    outgoing: message,
    finding: { reason: 'unsubscribe', source: 'unsubscribe_link' },
  });
  return true;
}

/**
 * Finds the message of a complaint by the token in its return path, or by the Message-ID that a trusted
 * reporter names. Nothing else proves that the reporter got the message, so it changes nothing.
 */
async function findReported(
  context: MailContext,
  db: Queries,
  { returnPaths, messageIds, isTrusted }: ComplaintReport & { readonly isTrusted: boolean },
): Promise<Reported | null> {
  const load = async (id: string, place: number | null) => {
    const outgoing = await loadOutgoing(db, id);
    if (!outgoing) return loadDeleted(db, { messageId: id, place });
    // Only the return path says who of several it was.
    if (outgoing.recipients && place === null) return null;
    return { ...outgoing, recipient: addressAt(outgoing, place) };
  };
  for (const path of returnPaths) {
    // The token proves it, whatever the domain after it.
    const mail = readReturnPath(context.secrets, path.slice(0, path.lastIndexOf('@')).toLowerCase());
    const message = mail && (await load(mail.messageId, mail.recipient));
    if (message) return message;
  }
  for (const messageId of isTrusted ? messageIds : []) {
    const message = await load(messageId.slice(1, messageId.indexOf('@')), null);
    if (message?.rfc_message_id === messageId) return message;
  }
  return null;
}
