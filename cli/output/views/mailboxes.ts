import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LANGUAGE_MODE_OF, LANGUAGES, type Languages } from '../../../shared/contract/limits.ts';
import type { createMailbox, listMailboxes, MailboxView } from '../../../shared/contract/mailboxes.ts';
import { mailboxSentence } from '../../../shared/rule-sentences.ts';
import { connectionState } from './connections.ts';
import {
  type Block,
  type Cell,
  fields,
  line,
  moment,
  orDash,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';

export const mailboxList: View<ReplyOf<typeof listMailboxes>> = ({ mailboxes }) => [
  table(
    [{ title: 'name' }, { title: 'address', flexible: true }, { title: 'status' }, { title: 'made' }],
    mailboxes.map((each) => [
      strong(each.name),
      each.address,
      mailboxStatus(each.status),
      moment(each.created_at),
    ]),
    'No mailboxes yet. Create one: agentmail mailboxes create NAME',
  ),
];

/** A mailbox status; quiet for `active`. */
export function mailboxStatus(status: MailboxView['status']): Cell {
  return status === 'active' ? status : warning(status);
}

export const createdMailbox: View<ReplyOf<typeof createMailbox>> = (created) => [
  fields(
    ['mailbox', strong(created.name)],
    ['address', created.address],
    ['sends as', created.effective_from_display],
    ['id', quiet(created.id)],
  ),
  ...languageLines(created),
];

/** The default holds ordinary mail in other languages, so say so at creation. */
function languageLines({ name, scanner_policy }: ReplyOf<typeof createMailbox>): Block[] {
  if (languagesOf(scanner_policy) !== 'english') return [];
  return [
    line(
      quiet(
        `Inbound messages that aren't in English are held. To accept all languages: agentmail mailboxes update ${name} --languages all`,
      ),
    ),
  ];
}

function languagesOf(policy: MailboxView['scanner_policy'] | undefined): Languages {
  const mode = policy?.language_mode ?? LANGUAGE_MODE_OF.english;
  return LANGUAGES.find((each) => LANGUAGE_MODE_OF[each] === mode) ?? 'english';
}

export const guardedMailbox: View<ReplyOf<typeof createMailbox>> = (created) => [
  ...createdMailbox(created),
  line('Guarded: a person approves what agents send, and agents write only to the allowlist.'),
  line(quiet(`Add a recipient: agentmail allowlist add ADDRESS --mailbox ${created.name}`)),
];

export const mailboxDetail: View<MailboxView> = (each) => [
  line(mailboxSentence(each)),
  fields(
    ['mailbox', strong(each.name)],
    ['address', each.address],
    ['sends as', each.effective_from_display],
    ['status', mailboxStatus(each.status)],
    ...(each.connection_state ? [['connection', connectionState(each.connection_state)] as const] : []),
    ['recipients', each.recipient_policy_mode],
    ['senders', each.sender_policy_mode],
    ['review', each.hitl_mode],
    ['agents', each.agent_authoring_mode],
    [
      'agent sends',
      each.restricted_by ? warning(`restricted by ${each.restricted_by}`) : each.agent_send_policy,
    ],
    ['participants', each.participant_authentication],
    ...(each.copy_to ? [['copies to', each.copy_to] as const] : []),
    ['quarantine', each.agent_quarantine_access],
    ['agent release', each.agent_release],
    ['agent entries', each.agent_entries],
    ['auto replies', each.automatic_replies],
    ['forwarding', each.agent_forwarding],
    ['languages', languagesOf(each.scanner_policy)],
    ['personal data', each.pii_mode],
    ['attachments', each.attachment_exposure_mode],
    ['display name', orDash(each.display_name)],
    ['made', moment(each.created_at)],
    ['id', quiet(each.id)],
  ),
];

export const deletedMailbox: View<{ status: 'deleted' }> = () => [
  line('The mailbox is deleted. Its messages stay readable by ID.'),
];
