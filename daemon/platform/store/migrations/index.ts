import { base } from './023-base.ts';
import { unownedMail } from './024-unowned-mail.ts';
import { trustSwitches } from './025-trust-switches.ts';
import { draftOrigin } from './026-draft-origin.ts';
import { failedLogins } from './027-failed-logins.ts';
import { htmlText } from './028-html-text.ts';
import { restorableAccounts } from './029-restorable-accounts.ts';
import { reviewAnswers } from './030-review-answers.ts';
import { linkCheckTerms } from './031-link-check-terms.ts';
import { editedMessages } from './032-edited-messages.ts';
import { unlimitedPlan } from './033-unlimited-plan.ts';
import { accountIds } from './034-account-ids.ts';
import { heldMail } from './035-held-mail.ts';
import { workers } from './036-workers.ts';
import { machineSettings } from './037-machine-settings.ts';
import { outboxTexts } from './038-outbox-texts.ts';
import { eventMessages } from './039-event-messages.ts';
import { mailboxCopies } from './040-mailbox-copies.ts';
import { noticeTargets } from './041-notice-targets.ts';
import { packedContent } from './042-packed-content.ts';
import { nodes } from './043-nodes.ts';
import { objects } from './044-objects.ts';
import { jobClaims } from './045-job-claims.ts';
import { throttles } from './046-throttles.ts';
import { nodeRequests } from './047-node-requests.ts';
import { newestTexts } from './048-newest-texts.ts';
import { nodeSchemas } from './049-node-schemas.ts';
import { revisions } from './050-revisions.ts';
import { agentSwitches } from './051-agent-switches.ts';
import { otherRecipients } from './052-other-recipients.ts';
import { takenCodes } from './053-taken-codes.ts';
import { pendingDecisions } from './054-pending-decisions.ts';
import { keyContent } from './055-key-content.ts';
import { jobHosts } from './056-job-hosts.ts';
import { pageSecrets } from './057-page-secrets.ts';
import { automaticMail } from './058-automatic-mail.ts';
import { headerAddresses } from './059-header-addresses.ts';
import { messageRecipients } from './060-message-recipients.ts';
import { forwardedMail } from './061-forwarded-mail.ts';
import { replyTo } from './062-reply-to.ts';
import { labels } from './063-labels.ts';
import { namedAddresses } from './064-named-addresses.ts';
import { catchAll } from './065-catch-all.ts';
import { calendarReplies } from './066-calendar-replies.ts';
import { searchByWords } from './067-search-by-words.ts';
import { mailboxConnections } from './068-mailbox-connections.ts';
import type { Migration } from './migration.ts';

/** Migrations in order, listed by hand. */
export const MIGRATIONS: readonly Migration[] = [
  base,
  unownedMail,
  trustSwitches,
  draftOrigin,
  failedLogins,
  htmlText,
  restorableAccounts,
  reviewAnswers,
  linkCheckTerms,
  editedMessages,
  unlimitedPlan,
  accountIds,
  heldMail,
  workers,
  machineSettings,
  outboxTexts,
  eventMessages,
  mailboxCopies,
  noticeTargets,
  packedContent,
  nodes,
  objects,
  jobClaims,
  throttles,
  nodeRequests,
  newestTexts,
  nodeSchemas,
  revisions,
  agentSwitches,
  otherRecipients,
  takenCodes,
  pendingDecisions,
  keyContent,
  jobHosts,
  pageSecrets,
  automaticMail,
  headerAddresses,
  messageRecipients,
  forwardedMail,
  replyTo,
  labels,
  namedAddresses,
  catchAll,
  calendarReplies,
  searchByWords,
  mailboxConnections,
];

/** Versions of databases and backups that this program can read. */
export const SCHEMA_VERSIONS = {
  oldest: MIGRATIONS[0]?.version ?? 0,
  latest: MIGRATIONS.at(-1)?.version ?? 0,
} as const;
