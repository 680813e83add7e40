import { ownName } from '../network/smtp-client/own-name.ts';
import type { JobKind } from '../platform/jobs/runner.ts';
import { OBJECT_REMOVAL } from '../platform/store/blobs/blobs.ts';
import { measureLoopLoad } from '../platform/system/loop-load.ts';
import { ownAddresses } from '../platform/system/own-addresses.ts';
import { SIMULATOR_OUTCOME } from '../rules/recipients/simulator.ts';
import { readPending } from './attachments/previews/pending.ts';
import { PreviewQueue } from './attachments/previews/queue.ts';
import { expireStaged, STAGED_EXPIRY } from './attachments/staging/expire.ts';
import type { MailContext } from './context.ts';
import { COPIES_AT_ONCE, sendCopy } from './copies/send.ts';
import { dispatchDue } from './drafts/due.ts';
import { Folders } from './imap/folders.ts';
import { INBOUND_REPORT } from './inbound/accept-report.ts';
import { SenderAuthenticator } from './inbound/authentication/authenticate.ts';
import { Intake } from './inbound/intake.ts';
import { processArrivals } from './inbound/process.ts';
import { BLOB_REMOVAL, REMOVALS_AT_ONCE, removeLeftBlobs, removeObject } from './messages/delete-blobs.ts';
import { DRAFT_DUE } from './messages/drafts/schedule.ts';
import { MAILBOX_COPY } from './messages/transitions/copy.ts';
import { APPROVAL_EXPIRY } from './messages/transitions/outbound.ts';
import { IdempotencyClaims } from './outbound/idempotency.ts';
import { DISPATCH_RETRY } from './outbound/retry-schedule.ts';
import { createTransport } from './outbound/transports/index.ts';
import { readReport } from './reports/receive.ts';
import { expireApproval } from './review/approval-expiry.ts';
import { carryOutDecision, DECISIONS_AT_ONCE } from './review/carry-out.ts';
import { DECISION_DUE } from './review/decide.ts';
import { RETRIES_AT_ONCE, retryDispatch } from './review/retry-deferred.ts';
import { actOut } from './simulator/outcome.ts';

type Parts = Pick<
  MailContext,
  | 'analysis'
  | 'authorities'
  | 'clock'
  | 'config'
  | 'dns'
  | 'log'
  | 'ownRows'
  | 'retries'
  | 'settings'
  | 'stopping'
>;

type Composed = Pick<
  MailContext,
  'claims' | 'dispatches' | 'folders' | 'intake' | 'previews' | 'senderAuthentication' | 'transport'
>;

export function composeMail(
  parts: Parts,
  context: () => MailContext,
  addresses: () => readonly string[] = ownAddresses,
): Composed {
  const queue = { ...parts, lease: parts.ownRows };
  return {
    folders: new Folders(context),
    senderAuthentication: authenticator(parts, addresses),
    previews: new PreviewQueue((messageId) => readPending(context(), messageId), queue),
    intake: intake(parts, context),
    claims: new IdempotencyClaims(),
    transport: createTransport(context, parts, parts.authorities),
    dispatches: new Set(),
  };
}

function intake(parts: Parts, context: () => MailContext): Intake {
  const { threads } = parts.analysis;
  return new Intake({
    ...parts,
    lease: parts.ownRows,
    process: (ids) => processArrivals(context(), ids),
    // Twice the threads for small messages, so that one batch is fetched or stored while another is scanned.
    parallel: { small: threads.small * 2, large: threads.large },
    load: measureLoopLoad(),
  });
}

function authenticator(parts: Parts, addresses: () => readonly string[]): SenderAuthenticator {
  return new SenderAuthenticator({
    ...parts,
    hostname: ownName(parts.config),
    ownAddresses: addresses,
    isTest: parts.config.testClock,
    trustedRelays: () => parts.settings.get('smtp.trusted_relays'),
  });
}

export function mailJobs(context: MailContext): [string, JobKind][] {
  return [
    [APPROVAL_EXPIRY, (payload) => expireApproval(context, payload)],
    [
      DECISION_DUE,
      { run: (payload) => carryOutDecision(context, payload), parallel: DECISIONS_AT_ONCE, perParty: 4 },
    ],
    [BLOB_REMOVAL, (payload) => removeLeftBlobs(context, payload)],
    [OBJECT_REMOVAL, { run: (payload) => removeObject(context, payload), parallel: REMOVALS_AT_ONCE }],
    [MAILBOX_COPY, { run: (payload) => sendCopy(context, payload), parallel: COPIES_AT_ONCE, perParty: 1 }],
    [
      DISPATCH_RETRY,
      { run: (payload) => retryDispatch(context, payload), parallel: RETRIES_AT_ONCE, perParty: 4 },
    ],
    // Strangers decide how many reports arrive and how long their name servers take, so they have a queue of
    // their own.
    [INBOUND_REPORT, { run: (payload) => readReport(context, payload), parallel: 1 }],
    [DRAFT_DUE, (payload) => dispatchDue(context, payload)],
    [SIMULATOR_OUTCOME, (payload) => actOut(context, payload)],
    [STAGED_EXPIRY, (payload) => expireStaged(context, payload)],
  ];
}
