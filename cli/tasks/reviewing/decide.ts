import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  approveMessage,
  blockMessage,
  denyMessage,
  releaseMessage,
} from '../../../shared/contract/review.ts';
import type { CommandOutcome } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { definedFields } from '../../input/options/input.ts';
import { flag, someWords, text, word } from '../../input/options/kinds.ts';
import type { View } from '../../output/views/document.ts';
import { actOnEach } from '../lists/each.ts';
import { chooseHeld, type HeldState, type QueueEndpoints, queueMailboxFlag } from './queue.ts';

export const heldArgument = word('MESSAGE', 'Message ID, or the short ID that review list shows.');
export const heldArguments = someWords('MESSAGE', 'Message IDs, or the short IDs that review list shows.');

export const decisionFlags = {
  mailbox: queueMailboxFlag,
  reason: text('--reason <TEXT>', 'Reason to record. Some mailboxes require one.'),
  undo: flag('--undo', 'Leave time to take it back with review undo: see review.undo_seconds.'),
};

type DecisionEndpoint =
  | typeof approveMessage
  | typeof denyMessage
  | typeof releaseMessage
  | typeof blockMessage;

interface Input {
  readonly messages: readonly string[];
  readonly mailbox: string | undefined;
  readonly reason: string | undefined;
  readonly undo: boolean;
}

interface DecisionRequest<E extends DecisionEndpoint> {
  /** Required state of the messages. */
  readonly state: HeldState;
  readonly endpoint: E;
  readonly view: View<ReplyOf<E>>;
  /** Endpoints that resolve short IDs. */
  readonly lookup: QueueEndpoints;
}

export async function decide<E extends DecisionEndpoint>(
  context: CommandContext,
  { messages, mailbox, reason, undo }: Input,
  { state, endpoint, view, lookup }: DecisionRequest<E>,
): Promise<CommandOutcome> {
  const decision: DecisionEndpoint = endpoint;
  const decideOne = async (message: string) => {
    const id = await chooseHeld(context, { typed: message, mailbox, state }, lookup);
    const client = await context.client();
    return (await client.call(decision, {
      params: { id },
      body: { ...definedFields({ reason }), ...(undo && { undo }) },
    })) as ReplyOf<E>;
  };
  return actOnEach(messages, decideOne, view);
}
