import type { Command, CommandGroup, CommandTree } from '../command.ts';
import { accountIdentity } from './account/identity.ts';
import { accountPolicy } from './account/policy.ts';
import { account } from './account.ts';
import { allowlist } from './allowlist.ts';
import { attachments } from './attachments.ts';
import { backup } from './backup.ts';
import { calendar } from './calendar.ts';
import { code } from './code.ts';
import { commands } from './commands.ts';
import { complete } from './complete.ts';
import { completion } from './completion.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { domains } from './domains.ts';
import { down } from './down.ts';
import { drafts } from './drafts.ts';
import { drain } from './drain.ts';
import { errors } from './errors.ts';
import { eventsTail } from './events.ts';
import { forward } from './forward.ts';
import { health } from './health.ts';
import { holds } from './holds.ts';
import { idempotency } from './idempotency.ts';
import { inbox } from './inbox.ts';
import { keys } from './keys.ts';
import { label, labelsOfMailbox } from './label.ts';
import { logs } from './logs.ts';
import { mailboxes } from './mailboxes.ts';
import { mcpClients } from './mcp/clients.ts';
import { mcp } from './mcp.ts';
import { messages } from './messages.ts';
import { mfa } from './mfa.ts';
import { notices } from './notices.ts';
import { open } from './open.ts';
import { openapi } from './openapi.ts';
import { operatorAccountChanges } from './operator/account-changes.ts';
import { operatorAccounts } from './operator/accounts.ts';
import { operatorDaemon } from './operator/daemon.ts';
import { operatorDomains } from './operator/domains.ts';
import { operatorMail } from './operator/mail.ts';
import { operatorMailboxes } from './operator/mailboxes.ts';
import { operatorSettings } from './operator/settings.ts';
import { outbox } from './outbox.ts';
import { policy } from './policy.ts';
import { profiles } from './profiles.ts';
import { quota } from './quota.ts';
import { read } from './read.ts';
import { recipients } from './recipients.ts';
import { reply } from './reply.ts';
import { restore } from './restore.ts';
import { reviewQueue } from './review/queue.ts';
import { review } from './review.ts';
import { scan } from './scan.ts';
import { search } from './search.ts';
import { send } from './send.ts';
import { senders } from './senders.ts';
import { sendmail } from './sendmail.ts';
import { service } from './service.ts';
import { sessions } from './sessions.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';
import { signup } from './signup.ts';
import { simulateInbound } from './simulate.ts';
import { simulateOutbound } from './simulate-outbound.ts';
import { star } from './star.ts';
import { status } from './status.ts';
import { suppressions } from './suppressions.ts';
import { test } from './test.ts';
import { threads } from './threads.ts';
import { tour } from './tour.ts';
import { trigger } from './trigger.ts';
import { trust } from './trust.ts';
import { up } from './up.ts';
import { upgrade } from './upgrade.ts';
import { verify } from './verify.ts';
import { wait } from './wait.ts';
import { webhookReceiving } from './webhooks/receiving.ts';
import { webhooks } from './webhooks.ts';

/** Commands in the order and under the titles of `--help`. A new noun is one line here. */
export const GROUPS: readonly CommandGroup[] = [
  {
    title: 'Everyday commands:',
    commands: [send, sendmail, wait, code, inbox, read, reply, forward, search, star, label],
  },
  {
    title: 'Daemon:',
    commands: [
      up,
      drain,
      down,
      status,
      open,
      logs,
      doctor,
      backup,
      restore,
      upgrade,
      tour,
      ...config,
      ...setup,
      test,
      ...service,
    ],
  },
  {
    title: 'Mail:',
    commands: [
      ...[...mailboxes, ...labelsOfMailbox, ...messages, review, ...threads, ...reviewQueue, ...notices],
      ...[...calendar, ...attachments, ...drafts, idempotency],
    ],
  },
  {
    title: 'Policies and lists:',
    commands: [...policy, ...allowlist, ...suppressions, ...recipients, ...trust, ...senders],
  },
  {
    title: 'Account and access:',
    commands: [
      ...[...signIn, ...sessions, signup, ...verify, quota],
      ...[...account, ...accountPolicy, ...accountIdentity, ...mfa],
      ...[...keys, ...domains, ...holds, ...profiles],
    ],
  },
  {
    title: 'Operator:',
    commands: [
      ...[...outbox, ...operatorAccounts, ...operatorAccountChanges, ...operatorSettings],
      ...[...operatorMailboxes, ...operatorDomains, ...operatorMail, ...operatorDaemon],
    ],
  },
  {
    title: 'Automation:',
    commands: [
      ...[...webhooks, ...webhookReceiving, eventsTail, trigger],
      ...[simulateInbound, simulateOutbound, mcp, ...mcpClients, health, scan, openapi],
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
  calendar: 'Answers to invitations.',
  attachments: 'Attachments of messages, and uploads for new ones.',
  allowlist: 'Allowed recipients of a mailbox. Turn on: agentmail mailboxes update --recipients allowlist.',
  drafts: 'Messages to send later.',
  events: 'Events, as webhooks receive them.',
  domains: 'Your own domains for sending and receiving.',
  'operator mailboxes': 'Mailboxes of all accounts.',
  'operator domains': 'Domains of all accounts.',
  keys: 'API keys of the account.',
  mailboxes: 'Mailboxes and their addresses.',
  'mailboxes address': 'Addresses of a mailbox that end.',
  mcp: 'Mail for models over MCP.',
  messages: 'Messages of a mailbox.',
  threads: 'Threads of a mailbox.',
  operator: 'Commands for the operator of this machine.',
  'operator accounts': 'Accounts of this daemon.',
  'operator clock': 'Clock of the daemon.',
  'operator messages': 'Delivery reports and scan findings of messages.',
  outbox: 'Mail kept on this machine instead of being sent.',
  review: 'Held messages that need a decision.',
  notices: 'People and channels that are told of held mail.',
  senders: 'Allowed and blocked senders.',
  suppressions: 'Recipients that the account never writes to.',
  webhooks: 'HTTPS endpoints that receive events.',
  config: 'Settings of the profile and of the daemon.',
  service: 'Daemon as a service of this machine.',
  profiles: 'Keys, addresses and default mailboxes for --profile.',
};

export const TREE: CommandTree = { groups: GROUPS, nouns: NOUNS };
