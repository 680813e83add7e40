import type { ReplyOf } from '../../shared/contract/endpoint.ts';
import type {
  approveMessage,
  blockMessage,
  denyMessage,
  releaseMessage,
} from '../../shared/contract/review.ts';
import { text, word } from '../command.ts';
import type { Context } from '../context.ts';
import { given } from '../given.ts';
import { chooseHeld, type HeldState, type QueueEndpoints, queueMailboxFlag } from './queue.ts';

/** What the commands that decide about one held message have in common. */

export const heldArgument = word('MESSAGE', 'Id of the message, or the short id that review list shows.');

export const decisionFlags = {
  mailbox: queueMailboxFlag,
  reason: text('--reason <TEXT>', 'Why, for the record; some mailboxes want it.'),
};

type DecisionEndpoint =
  | typeof approveMessage
  | typeof denyMessage
  | typeof releaseMessage
  | typeof blockMessage;

interface Input {
  readonly message: string;
  readonly mailbox: string | undefined;
  readonly reason: string | undefined;
}

export async function decide<E extends DecisionEndpoint>(
  context: Context,
  { message, mailbox, reason }: Input,
  state: HeldState,
  endpoint: E,
  endpoints: QueueEndpoints,
): Promise<ReplyOf<E>> {
  const id = await chooseHeld(context, message, { mailbox, state }, endpoints);
  const client = await context.client();
  const decision: DecisionEndpoint = endpoint;
  return (await client.call(decision, { params: { id }, body: given({ reason }) })) as ReplyOf<E>;
}
