import type { ReplyOf } from '../../shared/contract/endpoint.ts';
import type { reportMessage, setSenderPolicy } from '../../shared/contract/sender-lists.ts';
import { type Block, fields, line, quiet, strong, type View } from './document.ts';

export const senderPolicy: View<ReplyOf<typeof setSenderPolicy>> = ({
  sender_policy_mode,
  previous_mode,
}) => [
  line(
    'Senders:',
    strong(sender_policy_mode),
    quiet(sender_policy_mode === previous_mode ? 'as before' : `was ${previous_mode}`),
  ),
];

export const reported: View<ReplyOf<typeof reportMessage>> = (report) => [
  line(report.blocked ? 'Reported; the message is blocked.' : 'Reported; the message stays as it was.'),
  ...blockedSender(report),
];

function blockedSender({ sender_blocklisted, already_blocklisted }: ReplyOf<typeof reportMessage>): Block[] {
  if (sender_blocklisted === null) return [line(quiet('Its sender cannot be read, so nobody was blocked.'))];
  return [line(strong(sender_blocklisted), already_blocklisted ? 'was blocked already.' : 'is blocked now.')];
}

export const stateView: View<{ readonly message_id: string; readonly state: string }> = ({
  message_id,
  state,
}) => [fields(['message', message_id], ['state', state])];
