import type { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import type { MessageListItem } from '../../../shared/contract/messages.ts';
import type { getHealth } from '../../../shared/contract/platform.ts';
import type {
  getMessage,
  listMessages,
  markMessageRead,
  waitForMessage,
} from '../../../shared/contract/reading.ts';
import { SKIPPED_BY_LOOPS, SKIPPED_BY_WAITS } from '../../../shared/contract/values.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, UsageError } from '../../errors.ts';
import { chooseMailbox } from '../../input/lookups/mailbox.ts';
import { type MarkInput, type MarkQuery, markQuery, splitTag } from '../../input/options/marks.ts';
import { arrival } from '../../output/views/messages.ts';
import { printExtracted } from '../extract/extract.ts';
import { arrivalsIn, daemonNow } from './arrivals.ts';
import { execute, isForPrograms, report } from './exec.ts';
import { addressesOf, WaitProgress } from './progress.ts';
import { unreadIn } from './unread.ts';

const DEFAULT_TIMEOUT_SECONDS = 30;

interface WaitInput extends MarkInput {
  readonly mailboxes: readonly string[];
  /** Seconds. */
  readonly timeout: number | undefined;
  readonly from: string | undefined;
  readonly subject: string | undefined;
  readonly since: string | undefined;
  /** Begins with the unread messages that are there. */
  readonly unread: boolean;
  /** A command line for the person's shell. */
  readonly exec: string | undefined;
  readonly count: number | undefined;
  readonly follow: boolean;
  /** Prints the new words alone. */
  readonly extract: 'otp' | 'link' | 'reply' | undefined;
  /** Also mail that a program sent. */
  readonly includeAutomatic: boolean;
}

interface WaitEndpoints {
  readonly waitForMessage: typeof waitForMessage;
  readonly getMessage: typeof getMessage;
  readonly listMessages: typeof listMessages;
  readonly markMessageRead: typeof markMessageRead;
  readonly getHealth: typeof getHealth;
  readonly listMailboxes: typeof listMailboxes;
}

/** Hands over messages as they arrive, until enough came or the time is over. */
export async function waitFor(
  context: CommandContext,
  input: WaitInput,
  endpoints: WaitEndpoints,
): Promise<'ok'> {
  const { clock, interrupted } = context.world;
  const timeout = input.timeout ?? (input.follow ? Number.POSITIVE_INFINITY : DEFAULT_TIMEOUT_SECONDS);
  const wanted = input.count ?? (input.follow ? Number.POSITIVE_INFINITY : 1);
  const deadline = clock.now() + timeout * 1000;
  const { names, tag } = namedIn(input);
  const mailboxes = await Promise.all(names.map((each) => chooseMailbox(context, each)));
  const since = input.since ?? (await daemonNow(context, endpoints.getHealth));
  const cursors = new Map(mailboxes.map((mailbox) => [mailbox, since]));
  const addresses = await addressesOf(context, mailboxes, endpoints.listMailboxes);
  const progress = new WaitProgress(context, addresses, deadline);
  const ends = { done: 0, failed: 0, skipped: 0 };
  const seen = () => ends.done + ends.failed;
  try {
    await progress.show();
    const skipped = skippedBy(input);
    const { unread } = input;
    const denials = denialsOf(input, since);
    const source = { cursors, deadline, unread, denials, skipped, marks: markQuery({ ...input, tag }) };
    for await (const message of messagesOf(context, source, endpoints)) {
      if (!matches(message, input)) continue;
      progress.hide();
      ends[await handle(context, { message, ...input }, endpoints)] += 1;
      if (seen() === wanted) break;
      await progress.show();
    }
  } catch (error) {
    // Ctrl-C is how following ends.
    if (!(input.follow && interrupted.aborted)) throw error;
    return 'ok';
  } finally {
    progress.hide();
  }
  // Of several mailboxes, the one that is behind: nothing is missed, and some may come twice.
  const cursor = [...cursors.values()].sort()[0] ?? since;
  if (ends.failed > 0) throw execFailed(ends.failed, seen(), cursor);
  if (seen() === wanted || (input.follow && (seen() > 0 || interrupted.aborted))) return 'ok';
  throw nothingArrived({ seen: seen(), wanted, timeout, since: cursor });
}

/** The mailboxes, and the tag that one of them may be named with. */
function namedIn({ mailboxes, tag }: Pick<WaitInput, 'mailboxes' | 'tag'>) {
  if (mailboxes.length === 0) return { names: [undefined], tag };
  const split = mailboxes.map(splitTag);
  const tags = split.flatMap((each) => each.tag ?? []);
  if (tags.length > 0 && (mailboxes.length > 1 || tag !== undefined)) {
    throw new UsageError('Name one tag: wait for each address in a command of its own, or use --tag.');
  }
  return { names: split.map(({ mailbox }) => mailbox), tag: tags[0] ?? tag };
}

interface ArrivalSource {
  /** For each mailbox the moment after which messages count; moved on with each message. */
  readonly cursors: Map<string, string>;
  readonly deadline: number;
  readonly unread: boolean;
  readonly denials: ReturnType<typeof denialsOf>;
  readonly skipped: ReturnType<typeof skippedBy>;
  readonly marks: MarkQuery;
}

/** Denied messages are offered to those who answer mail, and not to one who waits for a single message. */
function denialsOf({ follow, exec, unread }: WaitInput, since: string) {
  if (!follow && exec === undefined) return undefined;
  return unread ? {} : { since };
}

/** Kinds of automatic mail that don't count. Who answers mail leaves all of it; a sign-up waits for some. */
function skippedBy({ follow, exec, includeAutomatic }: WaitInput) {
  if (includeAutomatic) return undefined;
  return follow || exec !== undefined ? SKIPPED_BY_LOOPS : SKIPPED_BY_WAITS;
}

/** Unread messages when asked for, then those that arrive and those that are denied, each once. */
async function* messagesOf(
  context: CommandContext,
  { cursors, deadline, unread, denials, skipped, marks }: ArrivalSource,
  endpoints: WaitEndpoints,
): AsyncGenerator<MessageListItem> {
  const known = new Set<string>();
  for (const mailbox of unread ? cursors.keys() : []) {
    for (const message of await unreadIn(context, { mailbox, marks }, endpoints.listMessages)) {
      known.add(message.id);
      if (message.automatic && skipped?.split(',').includes(message.automatic)) continue;
      yield message;
    }
  }
  const since = new Map(cursors);
  for await (const { mailbox, message } of arrivalsIn(
    context,
    { since, denials, deadline, skipped, marks, access: { extract: 'reply' } },
    endpoints.waitForMessage,
  )) {
    if (message.direction === 'inbound') cursors.set(mailbox, message.created_at);
    if (!known.delete(message.id)) yield message;
  }
}

/** Prints a message, or runs the command for it. */
async function handle(
  context: CommandContext,
  { message, exec, extract }: Pick<WaitInput, 'exec' | 'extract'> & { readonly message: MessageListItem },
  endpoints: WaitEndpoints,
): Promise<'done' | 'failed' | 'skipped'> {
  if (exec !== undefined) {
    if (!isForPrograms(message)) {
      context.notice(`Message ${message.id} is ${message.state}, so the command isn't run for it.`);
      return 'skipped';
    }
    const executed = await execute(context, { command: exec, message }, endpoints);
    await report(context, executed);
    return executed.marked_read ? 'done' : 'failed';
  }
  if (extract === 'reply') {
    const words = { message_id: message.id, reply_text: message.reply_text ?? '' };
    await printExtracted(context, words, message.state);
  } else await context.emit(message, arrival);
  return 'done';
}

function execFailed(failed: number, seen: number, since: string): CommandError {
  return new CommandError(`The command failed for ${failed} of ${seen} messages. They stay unread.`, {
    exit: 'transient',
    code: 'EXEC_FAILED',
    details: { failed, seen, since },
    hint: 'retry them: agentmail wait --unread --exec …',
  });
}

interface Missing {
  readonly seen: number;
  readonly wanted: number;
  /** Seconds. */
  readonly timeout: number;
  readonly since: string;
}

function nothingArrived({ seen, wanted, timeout, since }: Missing): CommandError {
  return new CommandError(
    seen === 0
      ? `No message arrived in ${timeout} s.`
      : `Only ${seen} of ${wanted} messages arrived in ${timeout} s.`,
    {
      exit: 'nothing_arrived',
      code: 'NOTHING_ARRIVED',
      details: { seen, since },
      hint: `continue with --since ${since}`,
    },
  );
}

function matches(message: MessageListItem, { from, subject }: Pick<WaitInput, 'from' | 'subject'>): boolean {
  const { direction, sender, recipient } = message;
  return contains(direction === 'inbound' ? sender : recipient, from) && contains(message.subject, subject);
}

function contains(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}
