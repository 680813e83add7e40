import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { labelMessage, labelThread, listLabels } from '../../../shared/contract/labels.ts';
import { line, quiet, table, type View } from './document.ts';

const listed = (labels: readonly string[]) => (labels.length === 0 ? 'No labels.' : labels.join(', '));

export const messageLabelled: View<ReplyOf<typeof labelMessage>> = ({ message_id, labels }) => [
  line(listed(labels), quiet(message_id)),
];

export const threadLabelled: View<ReplyOf<typeof labelThread>> = ({ labels, updated_count: count }) => [
  line(listed(labels), quiet(count === 1 ? '1 message changed' : `${count} messages changed`)),
];

export const labelList: View<ReplyOf<typeof listLabels>> = ({ labels }) => [
  table(
    [{ title: 'label', flexible: true }, { title: 'messages' }],
    labels.map(({ label, message_count }) => [label, String(message_count)]),
    'No labels yet. Add one: agentmail label MESSAGE --add LABEL',
  ),
];
