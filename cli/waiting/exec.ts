import type { MessageDetail, MessageListItem } from '../../shared/contract/messages.ts';
import type { getMessage, markMessageRead } from '../../shared/contract/reading.ts';
import type { CommandContext } from '../context.ts';
import { shortId } from '../lookups/message.ts';
import { bad, good, line, type View } from '../views/document.ts';
import { reconnecting } from './arrivals.ts';

/** Result of the command for one message, as `--json` prints it. */
export interface Executed {
  readonly message_id: string;
  /** Null when a signal ended the command. */
  readonly exit_status: number | null;
  readonly signal: string | null;
  /** Only after exit status 0. */
  readonly marked_read: boolean;
}

interface ExecEndpoints {
  readonly getMessage: typeof getMessage;
  readonly markMessageRead: typeof markMessageRead;
}

/** Held mail needs a person's decision before a program may see it. */
export function isForPrograms({ state }: MessageListItem): boolean {
  return state === 'available';
}

/**
 * Runs the command for one message and marks the message as read when it succeeds. Content of the message
 * goes to stdin and the environment, never to the command line.
 */
export async function execute(
  context: CommandContext,
  { command, message }: { readonly command: string; readonly message: MessageListItem },
  endpoints: ExecEndpoints,
): Promise<Executed> {
  const { world, home, jsonAsked } = context;
  const params = { id: message.id };
  const detail = await reconnecting(context, world.interrupted, (client) =>
    client.call(endpoints.getMessage, { params, query: {} }),
  );
  const { exit, signal } = await world.processes.runShell(command, {
    stdin: `${JSON.stringify(detail)}\n`,
    env: { ...variablesOf(detail), AGENTMAIL_HOME: home.path },
    // With --json stdout is for the reports.
    stdout: jsonAsked ? 'stderr' : 'stdout',
  });
  const succeeded = exit === 0;
  if (succeeded) {
    await reconnecting(context, world.interrupted, (client) =>
      client.call(endpoints.markMessageRead, { params }),
    );
  }
  return { message_id: message.id, exit_status: exit, signal, marked_read: succeeded };
}

/** Control characters would end a value early, or not fit into an environment at all. */
function variablesOf(message: MessageDetail): Record<string, string> {
  const plain = (text: string | null) => (text ?? '').replace(/\p{Cc}+/gu, ' ');
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
  if (executed.exit_status === 0) context.say(`${shortId(executed.message_id)}: done, marked as read.`);
  else context.notice(failureOf(executed));
}

const executedView: View<Executed> = (executed) => [
  line(
    shortId(executed.message_id),
    executed.exit_status === 0 ? good('done, marked as read') : bad(failureOf(executed)),
  ),
];

function failureOf({ message_id, exit_status, signal }: Executed): string {
  const how = exit_status === null ? `was killed by ${signal}` : `exited with status ${exit_status}`;
  return `The command for message ${message_id} ${how}. The message stays unread.`;
}
