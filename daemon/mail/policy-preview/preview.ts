import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { PolicyPreview, previewPolicy, TraceEntry } from '../../../shared/contract/mailbox-policies.ts';
import type { Scan } from '../../../shared/contract/scan.ts';
import { holdSentences } from '../../../shared/hold-reasons.ts';
import { nextOpening } from '../../../shared/policies/send-window.ts';
import { EXEMPTION_MESSAGES, unprovenExemptions } from '../../../shared/unproven-exemptions.ts';
import type { Origin, Principal } from '../../access/principal.ts';
import { scanScope } from '../../content/analysis/scope.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { chargedToday } from '../../rules/budgets/budget.ts';
import { capsOf } from '../../rules/budgets/caps.ts';
import { projectMailbox } from '../../rules/mailboxes/project.ts';
import { type MailboxRow, resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { hasFirstContact, isFirstContact } from '../messages/first-contact.ts';
import { scanReasons } from '../messages/hold.ts';
import { viewScan } from '../messages/project.ts';
import { resolveMessage } from '../messages/table.ts';
import { forwardReasons, reviewReasons, windowReasons } from '../outbound/decide.ts';
import { forwardContent } from '../outbound/forward/forward.ts';
import { forwardOf } from '../outbound/forward/forwarded.ts';
import { readRecipients, recipientsOf } from '../outbound/recipients.ts';
import type { Submission } from '../outbound/submission.ts';
import { askGates, type RecipientChecks, traceOf } from './gates.ts';

/** `POST /v1/mailboxes/:id/policy/preview`: asks every gate of a send, without effects. */
export async function previewPolicyOf(
  context: MailContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: BodyOf<typeof previewPolicy> },
): Promise<PolicyPreview> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'masked_404' });
  const origin = body.origin ?? 'agent';
  const at = body.at_time === undefined ? context.clock.now() : Date.parse(body.at_time);
  const submission = await previewed(context, { principal: { ...principal, origin }, mailbox }, body);
  const { checks, each } = await askGates({ context, db, submission, at });
  const scan = body.run_content_scan === true ? await scanOf(context, submission) : null;
  const firstContact = await hasFirstContact(db, mailbox, recipientsOf(submission));
  const trace: TraceEntry[] = [
    traceOf('authoring', checks),
    traceOf('recipient_authority', checks),
    windowEntry(traceOf('send_window', checks), { mailbox, origin, at }),
    scanEntry(scan),
    reviewEntry(mailbox, { origin, scan, firstContact, isForward: forwardOf(submission) !== null }),
    traceOf('send_budget', checks),
  ];
  return {
    mailbox_id: mailbox.id,
    ...conclusion(trace),
    content_scan_run: scan !== null,
    trace,
    ...(each.length > 0 && { recipients: await tracesOf(db, mailbox, each) }),
    warnings: unprovenExemptions(projectMailbox(mailbox, principal.account.tier)).map((code) => ({
      code,
      message: EXEMPTION_MESSAGES[code],
      remedy: 'Set participant_authentication to authenticated.',
    })),
    budget: await budgetOf(context, principal, at),
  };
}

/** The message that the request describes. */
async function previewed(
  context: MailContext,
  { principal, mailbox }: Pick<Submission, 'principal' | 'mailbox'>,
  body: BodyOf<typeof previewPolicy>,
): Promise<Submission> {
  const plain: Submission = {
    principal,
    mailbox,
    kind: 'fresh',
    ...readRecipients(context, body),
    subject: body.subject ?? '',
    body: body.body ?? '',
    thread: null,
  };
  const { forward_message_id: id } = body;
  if (id === undefined) return plain;
  const message = await resolveMessage(context.store.read, principal, { id, unbound: 'masked_404' });
  if (message.mailbox_id !== mailbox.id) throw notFound('Message not found.');
  return { ...plain, ...(await forwardContent(context, principal, { message, mailbox, body })) };
}

function tracesOf(db: Queries, mailbox: MailboxRow, each: readonly RecipientChecks[]) {
  return Promise.all(
    each.map(async ({ recipient: { address, name, role }, checks }) => ({
      address,
      name,
      role,
      first_contact: await isFirstContact(db, mailbox, address),
      trace: [traceOf('recipient_authority', checks)],
    })),
  );
}

async function scanOf(context: MailContext, submission: Submission): Promise<Scan> {
  const { account_id: accountId, scanner_policy } = submission.mailbox;
  const { url_reputation_active } = await context.store.read
    .selectFrom('accounts')
    .select('url_reputation_active')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { subject, body: text } = submission;
  const scope = scanScope(context, { scanner_policy, url_reputation_active });
  const result = await context.analysis.outbound({ subject, text, html: null, scope }, accountId);
  return result.scan;
}

function windowEntry(
  asked: TraceEntry,
  { mailbox, origin, at }: { readonly mailbox: MailboxRow; readonly origin: Origin; readonly at: number },
): TraceEntry {
  const window = mailbox.send_window;
  const skipped = (reason: string): TraceEntry => ({ ...asked, outcome: 'skipped', reason });
  if (window === null) return skipped('The mailbox has no send window.');
  if (origin !== 'agent') return skipped('Send windows apply only to agents.');
  if (asked.outcome !== 'pass' || windowReasons({ mailbox, at }).length === 0) return asked;
  const opening = nextOpening(window, at);
  return {
    gate: 'send_window',
    outcome: 'would_hold',
    reason: 'The send window is closed. The message would be held for approval.',
    details: {
      ...asked.details,
      summary_reasons: ['send_window'],
      ...(opening !== null && { next_open_at: isoTime(opening) }),
      remedy: 'Send while the window is open, or have the message approved.',
    },
  };
}

function scanEntry(scan: Scan | null): TraceEntry {
  const gate = 'content_scan';
  if (scan === null) {
    const reason = 'The content was not scanned. Set run_content_scan to scan it.';
    return { gate, outcome: 'not_run', reason, details: { run_content_scan: false } };
  }
  const { verdict, categories, findings } = viewScan(scan, 'summary');
  const details = { verdict, categories, findings };
  switch (verdict) {
    case 'clean':
      return { gate, outcome: 'pass', reason: 'The scan found no problems.', details };
    case 'warning':
      return { gate, outcome: 'pass', reason: 'The scan has a warning about the content.', details };
    case 'blocked':
      return { gate, outcome: 'would_block', reason: 'The scan would block the content.', details };
    default: {
      const codes = scanReasons(scan);
      const reason = holdSentences(codes).join(' ') || 'The scan would hold the content.';
      return { gate, outcome: 'would_hold', reason, details: { ...details, summary_reasons: codes } };
    }
  }
}

interface ReviewEntryInput {
  readonly origin: Origin;
  readonly scan: Scan | null;
  readonly firstContact: boolean;
  readonly isForward: boolean;
}

function reviewEntry(
  mailbox: MailboxRow,
  { origin, scan, firstContact, isForward }: ReviewEntryInput,
): TraceEntry {
  const gate = 'human_review';
  const { hitl_mode: mode } = mailbox;
  if (origin !== 'agent') {
    const reason = 'Review modes apply only to agents.';
    return { gate, outcome: 'skipped', reason, details: { hitl_mode: mode } };
  }
  const reasons = [
    ...reviewReasons({ mailbox, verdict: scan?.verdict ?? null, firstContact }),
    ...forwardReasons({ mailbox, isForward }),
  ];
  const details = { hitl_mode: mode, first_contact: firstContact, summary_reasons: reasons };
  if (reasons.length > 0) {
    const remedy = 'Have a person approve the message, or an admin relax the review mode.';
    return {
      gate,
      outcome: 'would_hold',
      reason: holdSentences(reasons).join(' '),
      details: { ...details, remedy },
    };
  }
  const open = mode === 'risky_only' && scan === null;
  return {
    gate,
    outcome: 'pass',
    reason: open
      ? "The review mode doesn't hold the message, but the result of a content scan could."
      : "The review mode doesn't hold the message.",
    details,
  };
}

/** The overall result of a trace. */
function conclusion(
  trace: readonly TraceEntry[],
): Pick<PolicyPreview, 'result' | 'result_summary' | 'email_effect'> {
  const blocking = trace.filter(({ outcome }) => outcome === 'would_block');
  const holding = trace.filter(({ outcome }) => outcome === 'would_hold');
  if (blocking.length > 0) {
    return {
      result: 'would_block',
      result_summary: `The message would not be sent: ${reasonsOf(blocking)}`,
      email_effect: { effect_status: 'blocked', releasable: false, terminal: true, retryable: false },
    };
  }
  if (holding.length > 0) {
    return {
      result: 'would_hold',
      result_summary: `The message would be held: ${reasonsOf(holding)}`,
      email_effect: { effect_status: 'held_for_review', releasable: true, terminal: false, retryable: false },
    };
  }
  const unscanned = trace.some(({ outcome }) => outcome === 'not_run');
  return {
    result: 'passes_all_checks_run',
    result_summary: unscanned
      ? 'The message passes every check that ran. Its content was not scanned.'
      : 'The message passes every check.',
    email_effect: { effect_status: 'sent', releasable: false, terminal: true, retryable: false },
  };
}

function reasonsOf(entries: readonly TraceEntry[]): string {
  return entries.map(({ reason }) => reason).join(' ');
}

async function budgetOf(
  { store: { read } }: MailContext,
  { account }: Principal,
  at: number,
): Promise<PolicyPreview['budget']> {
  const { dailyLimit, warmup } = await capsOf(read, account.id, at);
  const charged = await chargedToday(read, account.id, at);
  return {
    limit: dailyLimit,
    remaining: Math.max(0, dailyLimit - charged),
    warmup_applied: warmup !== null,
  };
}
