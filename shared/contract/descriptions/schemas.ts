import type { z } from 'zod';
import { accountPolicy } from '../account-policy.ts';
import { account, caller, quota, urlReputation } from '../accounts.ts';
import { bulkReply } from '../address-lists.ts';
import { messageBlock, messageFacts } from '../blocks.ts';
import { attendee, calendar, calendarOrganizer, calendarTime } from '../calendars.ts';
import { daemonCheck } from '../checks.ts';
import { dnsRecord, domain, selfHostedView, verification } from '../domains.ts';
import { draft, draftSendReply, draftSummary, replayedDraft } from '../drafts.ts';
import { apiKeyEntry, createdApiKey } from '../keys.ts';
import { legalHold } from '../legal-holds.ts';
import { mailboxPolicy, policyPreview } from '../mailbox-policies.ts';
import { mailbox, sendWindow } from '../mailboxes.ts';
import {
  agentSafetyContext,
  attachment,
  decisionPending,
  emailEffect,
  firewallBlock,
  holdContext,
  leftOutFile,
  mailingList,
  messageBody,
  messageDetail,
  messageListItem,
  namedAddress,
  replyRecipient,
  review,
  senderAuthentication,
  sendReply,
  sentRecipient,
} from '../messages.ts';
import { noticeTarget } from '../notices.ts';
import { takenCode } from '../one-time-codes.ts';
import { clusterNode, operatorAccount, outboxItem } from '../operator.ts';
import { job } from '../operator-records.ts';
import { allowlistEntry, suppression } from '../recipient-lists.ts';
import { scheduledDecision } from '../review.ts';
import { scan, scanFinding, scannerPolicy } from '../scan.ts';
import { blockedSender } from '../sender-lists.ts';
import { consumedAttachment, stagedAttachment } from '../staged-attachments.ts';
import { thread } from '../threads.ts';
import { trustedSource } from '../trust.ts';
import { delivery, webhook } from '../webhooks.ts';

/** Names of the schemas that documents refer to. */
const NAMES = new Map<unknown, string>(
  Object.entries({
    Account: account,
    AccountPolicy: accountPolicy,
    AgentSafetyContext: agentSafetyContext,
    AllowlistEntry: allowlistEntry,
    ApiKey: apiKeyEntry,
    Attachment: attachment,
    Attendee: attendee,
    BlockedSender: blockedSender,
    BulkResult: bulkReply,
    Calendar: calendar,
    CalendarOrganizer: calendarOrganizer,
    CalendarTime: calendarTime,
    Caller: caller,
    ClusterNode: clusterNode,
    ConsumedAttachment: consumedAttachment,
    DecisionPending: decisionPending,
    DnsRecord: dnsRecord,
    SentRecipient: sentRecipient,
    DaemonCheck: daemonCheck,
    Domain: domain,
    DomainVerification: verification,
    Draft: draft,
    DraftSendResult: draftSendReply,
    DraftSummary: draftSummary,
    EmailEffect: emailEffect,
    FirewallBlock: firewallBlock,
    HoldContext: holdContext,
    Job: job,
    LegalHold: legalHold,
    Mailbox: mailbox,
    MailingList: mailingList,
    MailboxPolicy: mailboxPolicy,
    Message: messageDetail,
    MessageBlock: messageBlock,
    MessageBody: messageBody,
    MessageFacts: messageFacts,
    MessageSummary: messageListItem,
    NamedAddress: namedAddress,
    LeftOutFile: leftOutFile,
    NewApiKey: createdApiKey,
    NoticeTarget: noticeTarget,
    OperatorAccount: operatorAccount,
    OutboxItem: outboxItem,
    PolicyPreview: policyPreview,
    Quota: quota,
    ReplayedDraft: replayedDraft,
    ReplyRecipient: replyRecipient,
    ReviewDecision: review,
    Scan: scan,
    ScheduledDecision: scheduledDecision,
    ScanFinding: scanFinding,
    ScannerPolicy: scannerPolicy,
    SelfHostedConfig: selfHostedView,
    SenderAuthentication: senderAuthentication,
    SendResult: sendReply,
    SendWindow: sendWindow,
    StagedAttachment: stagedAttachment,
    Suppression: suppression,
    TakenCode: takenCode,
    Thread: thread,
    TrustedSource: trustedSource,
    UrlReputation: urlReputation,
    Webhook: webhook,
    WebhookDelivery: delivery,
  } satisfies Record<string, z.ZodType>).map(([name, schema]) => [schema, name]),
);

/** Schemas with all fields of another one, by which their fields are described too. */
const BASES: Readonly<Record<string, string>> = {
  DraftSendResult: 'SendResult',
  ReplayedDraft: 'Draft',
};

/** Places around the fields of a named schema. */
export function placesOfSchema(name: string): string[] {
  const base = BASES[name];
  return base === undefined ? [name] : [name, base];
}

export function nameOfSchema(schema: unknown): string | undefined {
  return NAMES.get(schema);
}
