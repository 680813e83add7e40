import type { BodyInputOf } from '../../../shared/contract/endpoint.ts';
import type { getMessage } from '../../../shared/contract/reading.ts';
import type { editMessage } from '../../../shared/contract/review.ts';
import { addressLine } from '../../../shared/recipient-words.ts';
import { whyNotWhole } from '../../../shared/review/sentences.ts';
import { ApiError } from '../../client/errors.ts';
import type { CommandOutcome } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, UsageError } from '../../errors.ts';
import { askYes } from '../../input/asking/confirm.ts';
import { OWN_CODES } from '../../machine/own-codes.ts';
import { changesOf, type Letter, readLetter, withProblem, writeLetter } from './letter.ts';
import type { QueueEndpoints } from './queue.ts';

type Changes = BodyInputOf<typeof editMessage>;

interface EditEndpoints extends QueueEndpoints {
  readonly getMessage: typeof getMessage;
}

const FLAGS = 'name what changes: --to, --subject, --body or --body-file';

/** A held message to edit, and how to send the edit. */
export interface HeldEdit {
  readonly id: string;
  readonly send: (changes: Changes) => Promise<CommandOutcome>;
}

/**
 * Edits the message in the person's editor and sends it after they confirm. A refused text can be edited
 * again.
 */
export async function editInEditor(
  context: CommandContext,
  { id, send }: HeldEdit,
  endpoints: EditEndpoints,
): Promise<CommandOutcome> {
  const { edit, stdin } = context.world;
  if (!edit || !stdin.isTTY || !stdin.askLine || context.json) {
    throw new UsageError('There is no terminal for an editor.', FLAGS);
  }
  const original = await readWhole(context, id, endpoints);
  let text = writeLetter(original.before);
  for (;;) {
    text = await edit(text);
    const letter = readOrProblem(text);
    const problem =
      typeof letter === 'string'
        ? letter
        : await sendOrProblem(await confirmedChanges(context, original, letter), send);
    if (typeof problem !== 'string') return problem;
    if (!(await askYes(context, `Not sent: ${problem} Edit it again?`))) throw notSent(problem);
    text = withProblem(text, problem);
  }
}

function readOrProblem(text: string): Letter | string {
  try {
    return readLetter(text);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** Throws if nothing changed or the person doesn't confirm. */
async function confirmedChanges(
  context: CommandContext,
  { before, hasHtml }: Original,
  letter: Letter,
): Promise<Changes> {
  const changes = changesOf(before, letter);
  if (Object.keys(changes).length === 0) throw notSent('Nothing was changed.');
  const dropsHtml = hasHtml && changes.body !== undefined;
  const alone = dropsHtml ? ', as text alone without the HTML' : '';
  if (!(await askYes(context, `Send "${letter.subject}" to ${letter.to}${alone}?`))) throw notSent();
  return {
    ...changes,
    ...(dropsHtml && { html: null }),
    ...(letter.reason !== '' && { reason: letter.reason }),
  };
}

/** Returns the message of a refusal, which the person can fix in the text. */
async function sendOrProblem(changes: Changes, send: HeldEdit['send']): Promise<CommandOutcome | string> {
  try {
    return await send(changes);
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.exit === 'transient') throw error;
    return error.message;
  }
}

interface Original {
  readonly before: Letter;
  readonly hasHtml: boolean;
}

async function readWhole(context: CommandContext, id: string, endpoints: EditEndpoints): Promise<Original> {
  const client = await context.client();
  const [message, { mailboxes }] = await Promise.all([
    client.call(endpoints.getMessage, { params: { id }, query: {} }),
    client.call(endpoints.listMailboxes, {}),
  ]);
  const mailbox = mailboxes.find((each) => each.id === message.mailbox_id);
  const refusal = whyNotWhole(message, mailbox?.pii_mode);
  if (refusal !== null) throw new UsageError(refusal, FLAGS);
  const { subject, body, has_html: hasHtml } = message;
  const [to, cc, bcc] = [addressLine(message, 'to'), addressLine(message, 'cc'), addressLine(message, 'bcc')];
  const before = { to, cc, bcc, subject, body: body.content ?? '', reason: '' };
  return { before, hasHtml };
}

function notSent(why = ''): CommandError {
  const { exit } = OWN_CODES.NOT_SENT;
  const message = `${why} Nothing was sent, and the original is held as before.`.trim();
  return new CommandError(message, { exit, code: 'NOT_SENT' });
}
