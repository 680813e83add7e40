import type { MessageDetail, MessageListItem } from '../../../shared/contract/messages.ts';
import type { getMessage, markMessageRead } from '../../../shared/contract/reading.ts';
import { ApiError } from '../../client/errors.ts';
import type { CommandContext } from '../../context.ts';
import { definedFields } from '../../input/options/input.ts';
import { EXITS } from '../../machine/exit-codes.ts';
import { bad, good, line, type View } from '../../output/views/document.ts';
import { shortId } from '../../output/views/short-ids.ts';
import { reconnecting } from './arrivals.ts';

/** Result of the command for one message, as `--json` prints it. */
export interface Executed {
  readonly message_id: string;
  /** Null when a signal ended the command. */
  readonly exit_status: number | null;
  readonly signal: string | null;
  /** Only after exit status 0, or that of a message that is held for review. */
  readonly marked_read: boolean;
  readonly held_for_review?: true;
  /** ID of the denied message that the command was run for. */
  readonly revises?: string;
}

interface ExecEndpoints {
  readonly getMessage: typeof getMessage;
  readonly markMessageRead: typeof markMessageRead;
}

/** Held mail needs a person's decision before a program may see it. */
export function isForPrograms({ direction, state }: MessageListItem): boolean {
  return direction === 'outbound' || state === 'available';
}

/**
 * Runs the command for one message, or for one that was denied. Marks it as read when the command succeeds or
 * its answer is held for review. Content of the message
 * goes to stdin and the environment, never to the command line.
 */
export async function execute(
  context: CommandContext,
  { command, message }: { readonly command: string; readonly message: MessageListItem },
  endpoints: ExecEndpoints,
): Promise<Executed> {
  const { world, home, jsonAsked } = context;
  const detail = await read(context, message.id, endpoints);
  const isDenied = detail.direction === 'outbound';
  const answered = isDenied ? await answeredBy(context, detail, endpoints) : detail;
  const denied = isDenied ? detail : undefined;
  const { exit, signal } = await world.processes.runShell(command, {
    stdin: `${JSON.stringify({ ...answered, ...definedFields({ denied }) })}\n`,
    env: { ...variablesOf(answered), ...variablesOfDenial(denied), AGENTMAIL_HOME: home.path },
    // With --json stdout is for the reports.
    stdout: jsonAsked ? 'stderr' : 'stdout',
  });
  const isHeld = exit === EXITS.held.code;
  const marked_read = exit === EXITS.ok.code || isHeld;
  for (const id of marked_read ? new Set([detail.id, answered.id]) : []) {
    await reconnecting(context, world.interrupted, (client) =>
      client.call(endpoints.markMessageRead, { params: { id } }),
    );
  }
  return {
    message_id: answered.id,
    exit_status: exit,
    signal,
    marked_read,
    ...(isHeld && { held_for_review: true }),
    ...definedFields({ revises: denied?.id }),
  };
}

function read(
  context: CommandContext,
  id: string,
  { getMessage }: Pick<ExecEndpoints, 'getMessage'>,
): Promise<MessageDetail> {
  return reconnecting(context, context.world.interrupted, (client) =>
    client.call(getMessage, { params: { id }, query: { extract: 'reply' } }),
  );
}

/** The message that a denied one answers; the denied one itself where there is none that programs may see. */
async function answeredBy(
  context: CommandContext,
  denied: MessageDetail,
  endpoints: ExecEndpoints,
): Promise<MessageDetail> {
  const { in_reply_to_message_id: id } = denied;
  if (id === undefined) return denied;
  try {
    const answered = await read(context, id, endpoints);
    return isForPrograms(answered) ? answered : denied;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return denied;
    throw error;
  }
}

/** Control characters would end a value early, or not fit into an environment at all. */
function plain(text: string | null): string {
  return (text ?? '').replace(/\p{Cc}+/gu, ' ');
}

/** Empty for other messages: this command may be run by another one. */
function variablesOfDenial(denied: MessageDetail | undefined): Record<string, string> {
  return {
    AGENTMAIL_DECISION: denied === undefined ? '' : 'denied',
    AGENTMAIL_REASON: plain(denied?.review?.reason ?? null),
    AGENTMAIL_REVISES: denied?.id ?? '',
  };
}

function variablesOf(message: MessageDetail): Record<string, string> {
  return {
    AGENTMAIL_MESSAGE_ID: message.id,
    AGENTMAIL_THREAD_ID: plain(message.thread_id),
    AGENTMAIL_MAILBOX: plain(message.mailbox_name),
    AGENTMAIL_SENDER: plain(message.sender),
    AGENTMAIL_SUBJECT: plain(message.subject),
  };
}

/** Reports a result: as JSON if requested, else to the person; failures on stderr. */
export async function report(context: CommandContext, executed: Executed): Promise<void> {
  if (context.jsonAsked) return context.emit(executed, executedView);
  if (executed.marked_read) context.say(`${shortId(executed.message_id)}: ${successOf(executed)}.`);
  else context.notice(failureOf(executed));
}

const executedView: View<Executed> = (executed) => [
  line(
    shortId(executed.message_id),
    executed.marked_read ? good(successOf(executed)) : bad(failureOf(executed)),
  ),
];

function successOf({ held_for_review }: Executed): string {
  return held_for_review ? 'held for review, marked as read' : 'done, marked as read';
}

function failureOf({ message_id, exit_status, signal, revises }: Executed): string {
  const how = exit_status === null ? `was killed by ${signal}` : `exited with status ${exit_status}`;
  const stays = revises === undefined ? 'The message stays unread' : 'Its denied answer stays unread';
  return `The command for message ${message_id} ${how}. ${stays}.`;
}
