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
  summary: 'Change the name for people and the rules of a mailbox, all that are named or none.',
  flags: {
    mailbox: mailboxFlag,
    displayName: text('--display-name <TEXT>', 'What recipients see as the sender.'),
    clearDisplayName: flag('--clear-display-name', 'Show the name of the mailbox again.'),
    mode: choice('--mode <MODE>', 'Apply a set of rules.', POLICY_MODES),
    review: choice('--review <MODE>', 'Which sends of agents wait for a person.', HITL_MODES),
    recipients: choice('--recipients <MODE>', 'Whom it may write to.', LIST_MODES),
    forceEmpty: flag('--force-empty', 'Also when the allowlist is empty.'),
    agentSends: choice('--agent-sends <POLICY>', 'Whom agents may write to.', AGENT_SEND_POLICIES),
    contain: onOff('--contain-agents <on|off>', 'Hold agents to the allowlist and the threads.'),
    threadReplies: onOff('--thread-replies <on|off>', 'Let answers in a thread pass the allowlist.'),
    authoring: choice('--authoring <MODE>', 'What agents may do.', AUTHORING_MODES),
    ...switchFlags,
    expiry: choice('--approval-expiry <DURATION>', 'How long held mail waits.', APPROVAL_EXPIRIES),
    window: text('--send-window <JSON>', 'When agents may send; null for always, no days for never.'),
    pii: choice('--pii <MODE>', 'Personal data in what is read.', PII_MODES),
    piiRedaction: text('--pii-redaction <JSON>', 'How each kind is hidden; null for the default.'),
    scanner: text('--scanner-policy <JSON>', 'Keys to change; null for the defaults.'),
    subaddress: renamed(
      choice(
        '--subaddress-mode <MODE>',
        'Where +INSTANCE shows by default: in Reply-To, in From or nowhere.',
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
      about: 'a person decides about each mail that an agent sends',
    },
    {
      command: 'agentmail mailboxes update --languages all',
      about: 'mail in other languages than English is not held for it',
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
    if (Object.keys(body).length === 0) throw new UsageError('Nothing to change is named.');
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
