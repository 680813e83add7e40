import type { z } from 'zod';
import type { Draft, DraftSummary, draftAccepted } from '../../../shared/contract/drafts.ts';
import { withOthers } from '../../../shared/named-address.ts';
import {
  bad,
  type Cell,
  fields,
  gap,
  line,
  moment,
  moreBefore,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';
import { htmlBlocks } from './messages.ts';
import { recipientFields } from './recipient-fields.ts';
import { otherContent } from './sending.ts';
import { shortId } from './short-ids.ts';

export const draftList: View<{ drafts: readonly DraftSummary[]; limit: number }> = ({ drafts, limit }) => [
  table(
    [
      { title: 'to', flexible: true },
      { title: 'subject', flexible: true },
      { title: 'send time' },
      { title: 'changed' },
      { title: 'id' },
    ],
    drafts.map((each) => [
      withOthers(each.recipient, each.recipients),
      each.subject,
      goes(each),
      moment(each.updated_at),
      quiet(shortId(each.id)),
    ]),
    'No drafts yet. Create one: agentmail drafts create --to ADDRESS -s SUBJECT',
  ),
  ...moreBefore(drafts, limit),
];

function goes({ send_at, last_dispatch_error_code: error, worst_decision: worst }: DraftSummary): Cell {
  if (error !== null) return bad(error);
  if (worst === 'block') return bad('blocked content');
  return send_at === null ? quiet('-') : moment(send_at);
}

interface Replay {
  readonly replayed?: true | undefined;
  readonly differs?: readonly string[] | undefined;
}

export const draftView: View<Draft & Replay> = (each) => [
  ...otherContent(each.differs),
  ...(each.replayed
    ? [line(warning('This key was used before; no new draft was created. The existing draft:'))]
    : []),
  line(strong(each.subject)),
  fields(
    ['from', each.sender],
    ...recipientFields(each),
    ...(each.recipient_note === undefined ? [] : [['', quiet(each.recipient_note)] as const]),
    ['state', each.state === 'draft' ? each.state : warning(each.state)],
    ...scheduleFields(each),
    ...(each.worst_decision === 'allow' ? [] : [['scan', warning(each.worst_decision)] as const]),
    ...(each.thread_id === null ? [] : [['thread', quiet(each.thread_id)] as const]),
    ['changed', moment(each.updated_at)],
    ['revision', String(each.revision)],
    ['id', each.id],
  ),
  gap,
  { kind: 'text', text: each.body.content ?? '' },
  ...htmlBlocks(each),
  ...(each.attachments.length === 0
    ? []
    : [
        gap,
        table(
          [{ title: 'attachment', flexible: true }, { title: 'type' }, { title: 'bytes', align: 'right' }],
          each.attachments.map((file) => [file.filename ?? '', file.content_type, String(file.size)]),
          '',
        ),
      ]),
];

function scheduleFields(each: Draft): (readonly [string, Cell])[] {
  const { send_at: at, last_dispatch_error_code: error, send_attempts: attempts } = each;
  return [
    ...(at === null ? [] : ([['send time', moment(at)]] as const)),
    ...(attempts === 0 ? [] : ([['attempts', String(attempts)]] as const)),
    ...(error === null ? [] : ([['refused', bad(error)]] as const)),
  ];
}

export const acceptedDraft: View<z.output<typeof draftAccepted>> = ({ message_id }) => [
  line('Accepted for sending.'),
  fields(['message', message_id]),
  line(quiet(`Check the result: agentmail messages show ${message_id}`)),
];

export const deletedDraft: View<{ draft_id: string }> = ({ draft_id }) => [
  line('The draft is deleted.', quiet(draft_id)),
];
