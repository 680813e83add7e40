import type { Command, CommandGroup, CommandTree } from '../command.ts';
import { accountAgentDelete } from './account/agent-delete.ts';
import { accountDelete } from './account/delete.ts';
import { accountEmailChange } from './account/email/change.ts';
import { accountEmailConfirm } from './account/email/confirm.ts';
import { accountExport } from './account/export.ts';
import { accountInvite } from './account/invite.ts';
import { accountLinkCheck } from './account/link-check.ts';
import { accountPasswordChange } from './account/password/change.ts';
import { accountPasswordForgot } from './account/password/forgot.ts';
import { accountPasswordReset } from './account/password/reset.ts';
import { accountPhoneChange } from './account/phone/change.ts';
import { accountPhoneConfirm } from './account/phone/confirm.ts';
import { accountPhoneEmailCode } from './account/phone/email-code.ts';
import { accountPolicySet } from './account/policy/set.ts';
import { accountPolicyShow } from './account/policy/show.ts';
import { accountShow } from './account/show.ts';
import { accountUsage } from './account/usage.ts';
import { allowlistAdd } from './allowlist/add.ts';
import { allowlistAttempts } from './allowlist/attempts.ts';
import { allowlistImport } from './allowlist/import.ts';
import { allowlistList } from './allowlist/list.ts';
import { allowlistRemove } from './allowlist/remove.ts';
import { attachmentsDownload } from './attachments/download.ts';
import { attachmentsList } from './attachments/list.ts';
import { attachmentsPreview } from './attachments/preview.ts';
import { attachmentsStage } from './attachments/stage.ts';
import { attachmentsStatus } from './attachments/status.ts';
import { backup } from './backup.ts';
import { commands } from './commands.ts';
import { complete } from './complete.ts';
import { completion } from './completion.ts';
import { configGet } from './config/get.ts';
import { configList } from './config/list.ts';
import { configSet } from './config/set.ts';
import { configUnset } from './config/unset.ts';
import { doctor } from './doctor.ts';
import { domainsAdd } from './domains/add.ts';
import { domainsDefault } from './domains/default.ts';
import { domainsDelete } from './domains/delete.ts';
import { domainsList } from './domains/list.ts';
import { domainsRecheck } from './domains/recheck.ts';
import { domainsShow } from './domains/show.ts';
import { domainsUpdate } from './domains/update.ts';
import { domainsVerify } from './domains/verify.ts';
import { down } from './down.ts';
import { draftsCreate } from './drafts/create.ts';
import { draftsDelete } from './drafts/delete.ts';
import { draftsList } from './drafts/list.ts';
import { draftsSend } from './drafts/send.ts';
import { draftsShow } from './drafts/show.ts';
import { draftsUpdate } from './drafts/update.ts';
import { errors } from './errors.ts';
import { eventsTail } from './events/tail.ts';
import { health } from './health.ts';
import { holdsApply } from './holds/apply.ts';
import { holdsList } from './holds/list.ts';
import { holdsRelease } from './holds/release.ts';
import { holdsShow } from './holds/show.ts';
import { idempotency } from './idempotency.ts';
import { inbox } from './inbox.ts';
import { keysBind } from './keys/bind.ts';
import { keysCreate } from './keys/create.ts';
import { keysDistrust } from './keys/distrust.ts';
import { keysList } from './keys/list.ts';
import { keysRevoke } from './keys/revoke.ts';
import { keysRotate } from './keys/rotate.ts';
import { keysTrust } from './keys/trust.ts';
import { login } from './login.ts';
import { loginCode } from './login-code.ts';
import { logout } from './logout.ts';
import { logs } from './logs.ts';
import { mailboxesAttachments } from './mailboxes/attachments.ts';
import { mailboxesCreate } from './mailboxes/create.ts';
import { mailboxesDelete } from './mailboxes/delete.ts';
import { mailboxesList } from './mailboxes/list.ts';
import { mailboxesOutboundAttachments } from './mailboxes/outbound-attachments.ts';
import { mailboxesShow } from './mailboxes/show.ts';
import { mailboxesUpdate } from './mailboxes/update.ts';
import { mcp } from './mcp.ts';
import { messagesDelete } from './messages/delete.ts';
import { messagesLetIn } from './messages/let-in.ts';
import { messagesList } from './messages/list.ts';
import { messagesRaw } from './messages/raw.ts';
import { messagesRead } from './messages/read.ts';
import { messagesReport } from './messages/report.ts';
import { messagesShow } from './messages/show.ts';
import { messagesWait } from './messages/wait.ts';
import { mfaDisable } from './mfa/disable.ts';
import { mfaRecover } from './mfa/recover.ts';
import { mfaSmsConfirm } from './mfa/sms/confirm.ts';
import { mfaSmsEnroll } from './mfa/sms/enroll.ts';
import { mfaStatus } from './mfa/status.ts';
import { mfaTotpEnable } from './mfa/totp/enable.ts';
import { mfaTotpSetup } from './mfa/totp/setup.ts';
import { openapi } from './openapi.ts';
import { operatorAccountsCreate } from './operator/accounts/create.ts';
import { operatorAccountsErase } from './operator/accounts/erase.ts';
import { operatorAccountsHold } from './operator/accounts/hold.ts';
import { operatorAccountsKey } from './operator/accounts/key.ts';
import { operatorAccountsList } from './operator/accounts/list.ts';
import { operatorAccountsPassword } from './operator/accounts/password.ts';
import { operatorAccountsRestore } from './operator/accounts/restore.ts';
import { operatorAccountsShow } from './operator/accounts/show.ts';
import { operatorAccountsUnhold } from './operator/accounts/unhold.ts';
import { operatorAccountsUpdate } from './operator/accounts/update.ts';
import { operatorAudit } from './operator/audit.ts';
import { operatorClockAdvance } from './operator/clock/advance.ts';
import { operatorClockShow } from './operator/clock/show.ts';
import { operatorDomainsList } from './operator/domains/list.ts';
import { operatorDomainsUpdate } from './operator/domains/update.ts';
import { operatorDrain } from './operator/drain.ts';
import { operatorJobs } from './operator/jobs.ts';
import { operatorMailCertificate } from './operator/mail/certificate.ts';
import { operatorMailDkimKey } from './operator/mail/dkim-key.ts';
import { operatorMailProbe } from './operator/mail/probe.ts';
import { operatorMailShow } from './operator/mail/show.ts';
import { operatorMailboxesList } from './operator/mailboxes/list.ts';
import { operatorMailboxesUpdate } from './operator/mailboxes/update.ts';
import { operatorMessagesBounce } from './operator/messages/bounce.ts';
import { operatorMessagesComplaint } from './operator/messages/complaint.ts';
import { operatorMessagesFindings } from './operator/messages/findings.ts';
import { operatorMetrics } from './operator/metrics.ts';
import { operatorSettingsReset } from './operator/settings/reset.ts';
import { operatorSettingsSet } from './operator/settings/set.ts';
import { operatorSettingsShow } from './operator/settings/show.ts';
import { outboxEmpty } from './outbox/empty.ts';
import { outboxList } from './outbox/list.ts';
import { outboxRaw } from './outbox/raw.ts';
import { outboxShow } from './outbox/show.ts';
import { policyExplain } from './policy/explain.ts';
import { policyPreview } from './policy/preview.ts';
import { policySetMode } from './policy/set-mode.ts';
import { policyShow } from './policy/show.ts';
import { profilesList } from './profiles/list.ts';
import { profilesRemove } from './profiles/remove.ts';
import { profilesSet } from './profiles/set.ts';
import { quota } from './quota.ts';
import { read } from './read.ts';
import { reauth } from './reauth.ts';
import { recipientsAdd } from './recipients/add.ts';
import { recipientsList } from './recipients/list.ts';
import { recipientsRemove } from './recipients/remove.ts';
import { recipientsResend } from './recipients/resend.ts';
import { reply } from './reply.ts';
import { restore } from './restore.ts';
import { reviewApprove } from './review/approve.ts';
import { reviewBlock } from './review/block.ts';
import { reviewDeny } from './review/deny.ts';
import { reviewEdit } from './review/edit.ts';
import { reviewList } from './review/list.ts';
import { reviewRelease } from './review/release.ts';
import { reviewShow } from './review/show.ts';
import { review } from './review/watch.ts';
import { scan } from './scan.ts';
import { search } from './search.ts';
import { send } from './send.ts';
import { sendersAllow } from './senders/allow.ts';
import { sendersAllowed } from './senders/allowed.ts';
import { sendersAttempts } from './senders/attempts.ts';
import { sendersBlock } from './senders/block.ts';
import { sendersBlocked } from './senders/blocked.ts';
import { sendersDisallow } from './senders/disallow.ts';
import { sendersImport } from './senders/import.ts';
import { sendersPolicy } from './senders/policy.ts';
import { sendersUnblock } from './senders/unblock.ts';
import { serviceInstall } from './service/install.ts';
import { serviceStatus } from './service/status.ts';
import { serviceUninstall } from './service/uninstall.ts';
import { sessionsEnd } from './sessions/end.ts';
import { sessionsList } from './sessions/list.ts';
import { signup } from './signup.ts';
import { simulateInbound } from './simulate/inbound.ts';
import { star } from './star.ts';
import { status } from './status.ts';
import { suppressionsAdd } from './suppressions/add.ts';
import { suppressionsImport } from './suppressions/import.ts';
import { suppressionsList } from './suppressions/list.ts';
import { suppressionsRemove } from './suppressions/remove.ts';
import { threadsList } from './threads/list.ts';
import { threadsRead } from './threads/read.ts';
import { threadsShow } from './threads/show.ts';
import { threadsStar } from './threads/star.ts';
import { tour } from './tour.ts';
import { trigger } from './trigger.ts';
import { trustDisable } from './trust/disable.ts';
import { trustEnable } from './trust/enable.ts';
import { trustGrant } from './trust/grant.ts';
import { trustList } from './trust/list.ts';
import { trustRevoke } from './trust/revoke.ts';
import { trustStrict } from './trust/strict.ts';
import { up } from './up.ts';
import { verifyEmail } from './verify/email.ts';
import { verifyPhone } from './verify/phone.ts';
import { verifyResendEmail } from './verify/resend-email.ts';
import { verifyResendPhone } from './verify/resend-phone.ts';
import { wait } from './wait.ts';
import { webhooksCreate } from './webhooks/create.ts';
import { webhooksDelete } from './webhooks/delete.ts';
import { webhooksDeliveries } from './webhooks/deliveries.ts';
import { webhooksList } from './webhooks/list.ts';
import { webhooksListen } from './webhooks/listen.ts';
import { webhooksRetry } from './webhooks/retry.ts';
import { webhooksRotateSecret } from './webhooks/rotate-secret.ts';
import { webhooksShow } from './webhooks/show.ts';
import { webhooksTail } from './webhooks/tail.ts';
import { webhooksTest } from './webhooks/test.ts';
import { webhooksUpdate } from './webhooks/update.ts';
import { webhooksVerify } from './webhooks/verify.ts';
import { whoami } from './whoami.ts';

/** Commands in the order and under the titles of `--help`. A new command is one line here. */
export const GROUPS: readonly CommandGroup[] = [
  { title: 'Everyday commands:', commands: [send, wait, inbox, read, reply, search, star] },
  {
    title: 'Daemon:',
    commands: [
      ...[up, down, status, logs, doctor, backup, restore, tour],
      ...[configList, configGet, configSet, configUnset],
      ...[serviceInstall, serviceStatus, serviceUninstall],
    ],
  },
  {
    title: 'Mail:',
    commands: [
      ...[mailboxesList, mailboxesCreate, mailboxesShow, mailboxesUpdate, mailboxesDelete],
      ...[mailboxesAttachments, mailboxesOutboundAttachments],
      ...[messagesList, messagesShow, messagesRead, messagesRaw, messagesWait, messagesReport, messagesLetIn],
      messagesDelete,
      review,
      ...[threadsList, threadsShow, threadsRead, threadsStar],
      ...[reviewList, reviewShow, reviewApprove, reviewEdit, reviewDeny, reviewRelease, reviewBlock],
      ...[attachmentsList, attachmentsPreview, attachmentsDownload, attachmentsStage, attachmentsStatus],
      ...[draftsList, draftsCreate, draftsShow, draftsUpdate, draftsSend, draftsDelete],
      idempotency,
    ],
  },
  {
    title: 'Policies and lists:',
    commands: [
      ...[policyShow, policySetMode, policyPreview, policyExplain],
      ...[allowlistList, allowlistAdd, allowlistImport, allowlistRemove, allowlistAttempts],
      ...[suppressionsList, suppressionsAdd, suppressionsImport, suppressionsRemove],
      ...[recipientsList, recipientsAdd, recipientsResend, recipientsRemove],
      ...[trustList, trustGrant, trustRevoke, trustEnable, trustDisable, trustStrict],
      ...[sendersPolicy, sendersAllowed, sendersAllow, sendersDisallow],
      ...[sendersBlocked, sendersBlock, sendersUnblock, sendersImport, sendersAttempts],
    ],
  },
  {
    title: 'Account and access:',
    commands: [
      ...[whoami, login, loginCode, logout, reauth],
      ...[sessionsList, sessionsEnd],
      ...[signup, verifyEmail, verifyPhone, verifyResendEmail, verifyResendPhone],
      quota,
      ...[
        accountShow,
        accountUsage,
        accountExport,
        accountInvite,
        accountAgentDelete,
        accountLinkCheck,
        accountDelete,
      ],
      ...[accountPolicyShow, accountPolicySet],
      ...[accountPasswordChange, accountPasswordForgot, accountPasswordReset],
      ...[accountEmailChange, accountEmailConfirm],
      ...[accountPhoneChange, accountPhoneConfirm, accountPhoneEmailCode],
      ...[mfaStatus, mfaTotpSetup, mfaTotpEnable, mfaSmsEnroll, mfaSmsConfirm, mfaRecover, mfaDisable],
      ...[keysList, keysCreate, keysBind, keysRotate, keysTrust, keysDistrust, keysRevoke],
      ...[domainsList, domainsAdd, domainsShow, domainsVerify, domainsRecheck],
      ...[domainsDefault, domainsUpdate, domainsDelete],
      ...[holdsList, holdsApply, holdsShow, holdsRelease],
      ...[profilesList, profilesSet, profilesRemove],
    ],
  },
  {
    title: 'Operator:',
    commands: [
      ...[outboxList, outboxShow, outboxRaw, outboxEmpty],
      ...[operatorAccountsList, operatorAccountsCreate, operatorAccountsShow, operatorAccountsPassword],
      ...[
        operatorAccountsUpdate,
        operatorAccountsKey,
        operatorAccountsHold,
        operatorAccountsUnhold,
        operatorAccountsErase,
        operatorAccountsRestore,
      ],
      ...[operatorSettingsShow, operatorSettingsSet, operatorSettingsReset],
      ...[operatorMailboxesList, operatorMailboxesUpdate],
      ...[operatorDomainsList, operatorDomainsUpdate],
      ...[operatorMailShow, operatorMailProbe, operatorMailDkimKey, operatorMailCertificate],
      ...[operatorMessagesBounce, operatorMessagesComplaint, operatorMessagesFindings],
      operatorMetrics,
      ...[operatorAudit, operatorJobs],
      ...[operatorClockShow, operatorClockAdvance, operatorDrain],
    ],
  },
  {
    title: 'Automation:',
    commands: [
      ...[webhooksList, webhooksCreate, webhooksShow, webhooksUpdate, webhooksDelete, webhooksRotateSecret],
      ...[webhooksTest, webhooksDeliveries, webhooksRetry, webhooksTail, webhooksListen, webhooksVerify],
      ...[eventsTail, trigger, simulateInbound],
      ...[mcp, health, scan, openapi],
    ],
  },
  { title: 'Help:', commands: [commands, errors, completion] },
];

export const COMMANDS: readonly Command[] = GROUPS.flatMap(({ commands }) => commands);

/** Commands for programs, which help omits. */
export const HIDDEN: readonly Command[] = [complete];

/** Descriptions of nouns. */
export const NOUNS: Readonly<Record<string, string>> = {
  simulate: 'Simulated mail for testing an agent.',
  policy: 'Policies for agents in a mailbox.',
  recipients: 'Verified recipients of a trial account.',
  trust: 'Senders whose instructions agents may follow.',
  account: 'Account of the current key.',
  'account policy': 'Send limit of the account and policy mode of new mailboxes.',
  'account password': 'Password for signing in.',
  'account email': 'Sign-in address.',
  'account phone': 'Phone number of the signed-in person.',
  holds: 'Legal holds, which keep messages from being deleted.',
  mfa: 'Second factor for signing in.',
  'mfa totp': 'Authenticator app as second factor.',
  'mfa sms': 'Text messages as second factor.',
  sessions: 'Active sign-ins of the account.',
  verify: 'Email and phone verification of a new account.',
  'operator mail': 'Outgoing mail: transport, DKIM and certificate.',
  'operator settings': 'Settings of the daemon.',
  attachments: 'Attachments of messages, and uploads for new ones.',
  allowlist: 'Allowed recipients of a mailbox. Turn on: agentmail mailboxes update --recipients allowlist.',
  drafts: 'Messages to send later.',
  events: 'Events, as webhooks receive them.',
  domains: 'Your own domains for sending and receiving.',
  'operator mailboxes': 'Mailboxes of all accounts.',
  'operator domains': 'Domains of all accounts.',
  keys: 'API keys of the account.',
  mailboxes: 'Mailboxes and their addresses.',
  messages: 'Messages of a mailbox.',
  threads: 'Threads of a mailbox.',
  operator: 'Commands for the operator of this machine.',
  'operator accounts': 'Accounts of this daemon.',
  'operator clock': 'Clock of the daemon.',
  'operator messages': 'Delivery reports and scan findings of messages.',
  outbox: 'Mail kept on this machine instead of being sent.',
  review: 'Held messages that need a decision.',
  senders: 'Allowed and blocked senders.',
  suppressions: 'Recipients that the account never writes to.',
  webhooks: 'HTTPS endpoints that receive events.',
  config: 'Settings of the profile and of the daemon.',
  service: 'Daemon as a service of this machine.',
  profiles: 'Keys, addresses and default mailboxes for --profile.',
};

export const TREE: CommandTree = { groups: GROUPS, nouns: NOUNS };
