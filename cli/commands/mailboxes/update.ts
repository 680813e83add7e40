import {
  AGENT_FORWARDING,
  AGENT_SEND_POLICIES,
  APPROVAL_EXPIRIES,
  AUTHORING_MODES,
  AUTOMATIC_REPLIES,
  HITL_MODES,
  LIST_MODES,
  PII_MODES,
  POLICY_MODES,
  SUBADDRESS_MODES,
} from '../../../shared/contract/values.ts';
import { command } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { challengeFlag, mailboxProof } from '../../input/asking/prove.ts';
import { chooseMailbox, mailboxWord, typedMailbox } from '../../input/lookups/mailbox.ts';
import { bodyOf, json } from '../../input/options/fields.ts';
import { assertExclusive } from '../../input/options/input.ts';
import { choice, flag, onOff, renamed, text, texts } from '../../input/options/kinds.ts';
import { languagePolicy, switchFlags } from '../../input/options/mailbox-switches.ts';
import { metadataOf } from '../../input/options/metadata.ts';
import { mailboxDetail } from '../../output/views/mailboxes.ts';

export const mailboxesUpdate = command({
  name: ['mailboxes', 'update'],
  summary: "Change a mailbox's display name and policies, all in one step.",
  flags: {
    mailbox: typedMailbox,
    displayName: text('--display-name <TEXT>', 'Sender name that recipients see.'),
    clearDisplayName: flag('--clear-display-name', 'Use the mailbox name as the display name again.'),
    mode: choice('--mode <MODE>', 'Apply a predefined set of policies.', POLICY_MODES),
    review: choice('--review <MODE>', "Which sends by agents need a person's approval.", HITL_MODES),
    recipients: choice('--recipients <MODE>', 'Whom the mailbox may write to.', LIST_MODES),
    forceEmpty: flag('--force-empty', 'Apply the allowlist even if it is empty.'),
    agentSends: choice('--agent-sends <POLICY>', 'Whom agents may write to.', AGENT_SEND_POLICIES),
    contain: onOff(
      '--contain-agents <on|off>',
      'Limit agents to the allowlist and to participants of threads.',
    ),
    threadReplies: onOff(
      '--thread-replies <on|off>',
      'Allow replies in a thread without an allowlist entry.',
    ),
    authoring: choice('--authoring <MODE>', 'What agents may write.', AUTHORING_MODES),
    ...switchFlags,
    automaticReplies: choice(
      '--automatic-replies <WHICH>',
      'What automatic mail agents may answer: never any, lists (trackers too), or all.',
      AUTOMATIC_REPLIES,
    ),
    agentForwarding: choice(
      '--agent-forwarding <MODE>',
      'Whether agents may forward mail: off, review (you approve each one), or on.',
      AGENT_FORWARDING,
    ),
    markReplies: onOff(
      '--mark-replies <on|off>',
      'Mark replies of agents as automatic, so that programs leave them.',
    ),
    expiry: choice(
      '--approval-expiry <DURATION>',
      'How long held messages wait for a decision.',
      APPROVAL_EXPIRIES,
    ),
    window: text('--send-window <JSON>', 'When agents may send. null means always; no days means never.'),
    pii: choice('--pii <MODE>', 'How personal data appears to readers.', PII_MODES),
    piiRedaction: text(
      '--pii-redaction <JSON>',
      'How to hide each kind of personal data. null restores the default.',
    ),
    scanner: text('--scanner-policy <JSON>', 'Scanner settings to change. null restores the defaults.'),
    subaddress: renamed(
      choice(
        '--subaddress-mode <MODE>',
        'Where +INSTANCE appears by default: in Reply-To, in From or nowhere.',
        SUBADDRESS_MODES,
      ),
      { flags: '--subaddress <MODE>' },
    ),
    metadata: texts(
      '--metadata <KEY=VALUE>',
      'Data to keep with the mailbox, in place of what it has. May be repeated.',
    ),
    clearMetadata: flag('--clear-metadata', 'Remove that data.'),
    copyTo: text('--copy-to <ADDRESS>', "Send a copy of the mailbox's mail to this address of yours."),
    noCopies: flag('--no-copies', 'Send no copies any more.'),
    challenge: challengeFlag,
  },
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail mailboxes update support --review all_outbound',
      about: 'require approval for every message that an agent sends',
    },
    {
      command: 'agentmail mailboxes update --languages all',
      about: "stop holding messages that aren't in English",
    },
  ],
  endpoint: async () => (await import('../../../shared/contract/mailbox-policies.ts')).updateMailbox,
  request: async (input, context) => {
    assertExclusive({
      '--display-name': input.displayName !== undefined,
      '--clear-display-name': input.clearDisplayName,
    });
    assertExclusive({
      '--scanner-policy': input.scanner !== undefined,
      '--languages': input.languages !== undefined,
    });
    assertExclusive({ '--copy-to': input.copyTo !== undefined, '--no-copies': input.noCopies });
    const { updateMailboxBody } = await import('../../../shared/contract/mailbox-policies.ts');
    const body = bodyOf(updateMailboxBody, {
      '--display-name': { display_name: input.displayName },
      '--clear-display-name': { display_name: input.clearDisplayName ? null : undefined },
      '--mode': { apply_policy_mode: input.mode },
      '--review': { hitl_mode: input.review },
      '--recipients': { recipient_policy_mode: input.recipients },
      '--force-empty': { force_empty: input.forceEmpty || undefined },
      '--agent-sends': { agent_send_policy: input.agentSends },
      '--contain-agents': { agent_send_containment: input.contain },
      '--thread-replies': { allow_thread_replies: input.threadReplies },
      '--authoring': { agent_authoring_mode: input.authoring },
      '--participants': { participant_authentication: input.participants },
      '--agent-quarantine': { agent_quarantine_access: input.agentQuarantine },
      '--agent-release': { agent_release: input.agentRelease },
      '--agent-entries': { agent_entries: input.agentEntries },
      '--automatic-replies': { automatic_replies: input.automaticReplies },
      '--agent-forwarding': { agent_forwarding: input.agentForwarding },
      '--mark-replies': { auto_submitted_replies: input.markReplies },
      '--approval-expiry': { approval_expiry: input.expiry },
      '--send-window': { send_window: json('--send-window', input.window) },
      '--pii': { pii_mode: input.pii },
      '--pii-redaction': { pii_redaction_config: json('--pii-redaction', input.piiRedaction) },
      '--scanner-policy': { scanner_policy: json('--scanner-policy', input.scanner) },
      '--languages': { scanner_policy: input.languages && languagePolicy(input.languages) },
      '--metadata': { metadata: metadataOf(input.metadata) },
      '--clear-metadata': { metadata: input.clearMetadata ? null : undefined },
      '--copy-to': { copy_to: input.copyTo },
      '--no-copies': { copy_to: input.noCopies ? null : undefined },
      '--subaddress-mode': { default_subaddress_mode: input.subaddress },
    });
    if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
    return { params: { id: await chooseMailbox(context, input.mailbox) }, body };
  },
  proof: mailboxProof('mailbox_policy_loosen'),
  view: mailboxDetail,
});
