import * as accountLife from './account-life.ts';
import * as accountPolicy from './account-policy.ts';
import * as accounts from './accounts.ts';

import * as attachments from './attachments.ts';
import * as calendarReplies from './calendar-replies.ts';
import * as connections from './connections.ts';
import * as deliveryReports from './delivery-reports.ts';
import * as domains from './domains.ts';
import * as drafts from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventStream from './event-stream.ts';
import * as factors from './factors.ts';
import * as findings from './findings.ts';
import * as forwarding from './forwarding.ts';
import * as keys from './keys.ts';
import * as labels from './labels.ts';
import * as legalHolds from './legal-holds.ts';
import * as mailboxPolicies from './mailbox-policies.ts';
import * as mailboxes from './mailboxes.ts';
import * as namedAddresses from './named-addresses.ts';
import * as notices from './notices.ts';
import * as codes from './one-time-codes.ts';
import * as operator from './operator.ts';
import * as operatorAccounts from './operator-accounts.ts';
import * as operatorMail from './operator-mail.ts';
import * as operatorRecords from './operator-records.ts';
import * as platform from './platform.ts';
import * as rawMail from './raw-mail.ts';
import * as reading from './reading.ts';
import * as reauth from './reauth.ts';
import * as recipientLists from './recipient-lists.ts';
import * as review from './review.ts';
import * as search from './search.ts';
import * as senderLists from './sender-lists.ts';
import * as sending from './sending.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as signup from './signup.ts';
import * as simulator from './simulator.ts';
import * as stagedAttachments from './staged-attachments.ts';
import * as submission from './submission.ts';
import * as threads from './threads.ts';
import * as traffic from './traffic.ts';
import * as trust from './trust.ts';
import * as verifiedRecipients from './verified-recipients.ts';
import * as webhooks from './webhooks.ts';

/** Modules of the contract. Their exports with a path are endpoints. */
const MODULES = [
  platform,
  accounts,
  accountPolicy,
  accountLife,
  legalHolds,
  sessions,
  signup,
  factors,
  reauth,
  keys,
  mailboxes,
  mailboxPolicies,
  namedAddresses,
  connections,
  domains,
  recipientLists,
  senderLists,
  deliveryReports,
  findings,
  traffic,
  trust,
  verifiedRecipients,
  sending,
  forwarding,
  calendarReplies,
  submission,
  stagedAttachments,
  drafts,
  reading,
  search,
  codes,
  threads,
  labels,
  attachments,
  review,
  simulator,
  webhooks,
  notices,
  eventStream,
  operator,
  operatorAccounts,
  operatorMail,
  operatorRecords,
  rawMail,
  settings,
];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'replies' in value;
}

export const ENDPOINTS: readonly Endpoint[] = MODULES.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
