import {
  AGENT_SEND_POLICIES,
  APPROVAL_EXPIRIES,
  AUTHORING_MODES,
  HITL_MODES,
  LIST_MODES,
  PII_MODES,
  POLICY_MODES,
  SUBADDRESS_MODES,
} from '../../../shared/contract/values.ts';
import { choice, command, flag, onOff, renamed, result, text } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { assertExclusive } from '../../exclusive.ts';
import { bodyOf } from '../../fields.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { withMailboxProof } from '../../mailbox-proof.ts';
import { languagePolicy, switchFlags } from '../../mailbox-switches.ts';
import { challengeFlag } from '../../prove.ts';
import { mailboxDetail } from '../../views/mailboxes.ts';

export const mailboxesUpdate = command({
  name: ['mailboxes', 'update'],
  summary: "Change a mailbox's display name and policies, all in one step.",
  flags: {
    mailbox: mailboxFlag,
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
  endpoints: async () => {
    const [{ updateMailbox }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { updateMailbox, listMailboxes };
  },
  run: async (context, input, { updateMailbox, listMailboxes }) => {
    assertExclusive({
      '--display-name': input.displayName !== undefined,
      '--clear-display-name': input.clearDisplayName,
    });
    assertExclusive({
      '--scanner-policy': input.scanner !== undefined,
      '--languages': input.languages !== undefined,
    });
    const { updateMailboxBody } = await import('../../../shared/contract/mailbox-policies.ts');
    const written = (value: boolean | undefined) => (value === undefined ? undefined : String(value));
    const given = (set: boolean, value: string) => (set ? value : undefined);
    const body = bodyOf(updateMailboxBody, [
      { field: 'display_name', flag: '--display-name', value: input.displayName, as: 'text' },
      {
        field: 'display_name',
        flag: '--clear-display-name',
        value: given(input.clearDisplayName, 'null'),
        as: 'json',
      },
      { field: 'apply_policy_mode', flag: '--mode', value: input.mode, as: 'text' },
      { field: 'hitl_mode', flag: '--review', value: input.review, as: 'text' },
      { field: 'recipient_policy_mode', flag: '--recipients', value: input.recipients, as: 'text' },
      { field: 'force_empty', flag: '--force-empty', value: given(input.forceEmpty, 'true'), as: 'boolean' },
      { field: 'agent_send_policy', flag: '--agent-sends', value: input.agentSends, as: 'text' },
      {
        field: 'agent_send_containment',
        flag: '--contain-agents',
        value: written(input.contain),
        as: 'boolean',
      },
      {
        field: 'allow_thread_replies',
        flag: '--thread-replies',
        value: written(input.threadReplies),
        as: 'boolean',
      },
      { field: 'agent_authoring_mode', flag: '--authoring', value: input.authoring, as: 'text' },
      {
        field: 'participant_authentication',
        flag: '--participants',
        value: input.participants,
        as: 'text',
      },
      {
        field: 'agent_quarantine_access',
        flag: '--agent-quarantine',
        value: input.agentQuarantine,
        as: 'text',
      },
      { field: 'approval_expiry', flag: '--approval-expiry', value: input.expiry, as: 'text' },
      { field: 'send_window', flag: '--send-window', value: input.window, as: 'json' },
      { field: 'pii_mode', flag: '--pii', value: input.pii, as: 'text' },
      { field: 'pii_redaction_config', flag: '--pii-redaction', value: input.piiRedaction, as: 'json' },
      { field: 'scanner_policy', flag: '--scanner-policy', value: input.scanner, as: 'json' },
      {
        field: 'scanner_policy',
        flag: '--languages',
        value: input.languages && JSON.stringify(languagePolicy(input.languages)),
        as: 'json',
      },
      { field: 'default_subaddress_mode', flag: '--subaddress-mode', value: input.subaddress, as: 'text' },
    ]);
    if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const { challenge } = input;
    const reply = await withMailboxProof(
      context,
      { scope: 'mailbox_policy_loosen', mailbox: id, body, challenge, listMailboxes },
      (proven, as) => client.call(updateMailbox, { ...as, params: { id }, body: proven }),
    );
    return result(reply, mailboxDetail);
  },
});
