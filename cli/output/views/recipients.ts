import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  addRecipient,
  listRecipients,
  resendConfirmation,
} from '../../../shared/contract/verified-recipients.ts';
import {
  bad,
  type Cell,
  fields,
  good,
  ID_COLUMN,
  line,
  moment,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';

function statusCell(status: ReplyOf<typeof addRecipient>['status']): Cell {
  if (status === 'confirmed') return good(status);
  return status === 'pending' ? warning(status) : bad(status);
}

export const recipientList: View<ReplyOf<typeof listRecipients>> = ({ recipients }) => [
  table(
    [
      { title: 'recipient', flexible: true },
      { title: 'status' },
      { title: 'asked' },
      { title: 'confirmed' },
      ID_COLUMN,
    ],
    recipients.map((each) => [
      strong(each.email),
      statusCell(each.status),
      moment(each.created_at),
      moment(each.confirmed_at),
      quiet(each.id),
    ]),
    'No recipients yet. Ask one: agentmail recipients add ADDRESS',
  ),
];

export const addedRecipient: View<ReplyOf<typeof addRecipient>> = (recipient) => [
  fields(
    ['recipient', strong(recipient.email)],
    ['status', statusCell(recipient.status)],
    ['id', quiet(recipient.id)],
  ),
];

export const resentConfirmation: View<ReplyOf<typeof resendConfirmation>> = ({ status }) => [
  line(
    status === 'sent'
      ? 'A new link was sent; the old one no longer works.'
      : 'This recipient has already confirmed.',
  ),
];

export const removedRecipient: View<{ readonly status: 'deleted' }> = () => [
  line('The recipient is removed.'),
];
