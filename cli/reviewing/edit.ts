import type { BodyInputOf } from '../../shared/contract/endpoint.ts';
import type { getMessage } from '../../shared/contract/reading.ts';
import type { editMessage } from '../../shared/contract/review.ts';
import { ApiError } from '../client/errors.ts';
import type { Outcome } from '../command.ts';
import { askYes } from '../confirm.ts';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { OWN_CODES } from '../own-codes.ts';
import { changesOf, type Letter, readLetter, whyNotWhole, withProblem, writeLetter } from './letter.ts';
import type { QueueEndpoints } from './queue.ts';

type Changes = BodyInputOf<typeof editMessage>;

interface Endpoints extends QueueEndpoints {
  readonly getMessage: typeof getMessage;
}

const FLAGS = 'name what changes: --to, --subject, --body or --body-file';

/** Has a person edit the message and confirm it; after a refusal they may go on with what they wrote. */
export async function editInEditor(
  context: Context,
  id: string,
  endpoints: Endpoints,
  send: (changes: Changes) => Promise<Outcome>,
): Promise<Outcome> {
  const { edit, stdin } = context.world;
  if (!edit || !stdin.isTTY || !stdin.askLine || context.json) {
    throw new UsageError('There is no terminal for an editor.', FLAGS);
  }
  const { before, hasHtml } = await readWhole(context, id, endpoints);
  let text = writeLetter(before);
  for (;;) {
    text = await edit(text);
    const problem = await sendLetter(context, readOrProblem(text), { before, hasHtml }, send);
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

/** Asks and sends; a text is what the person can mend. */
async function sendLetter(
  context: Context,
  letter: Letter | string,
  { before, hasHtml }: Original,
  send: (changes: Changes) => Promise<Outcome>,
): Promise<Outcome | string> {
  if (typeof letter === 'string') return letter;
  const changes = changesOf(before, letter);
  if (Object.keys(changes).length === 0) throw notSent('Nothing was changed.');
  const dropsHtml = hasHtml && changes.body !== undefined;
  const alone = dropsHtml ? ', as text alone without the HTML' : '';
  if (!(await askYes(context, `Send "${letter.subject}" to ${letter.to}${alone}?`))) throw notSent();
  try {
    return await send({
      ...changes,
      ...(dropsHtml && { html: null }),
      ...(letter.reason !== '' && { reason: letter.reason }),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.exit === 'transient') throw error;
    return error.message;
  }
}

interface Original {
  readonly before: Letter;
  readonly hasHtml: boolean;
}

async function readWhole(context: Context, id: string, endpoints: Endpoints): Promise<Original> {
  const client = await context.client();
  const [message, { mailboxes }] = await Promise.all([
    client.call(endpoints.getMessage, { params: { id }, query: {} }),
    client.call(endpoints.listMailboxes, {}),
  ]);
  const mailbox = mailboxes.find((each) => each.id === message.mailbox_id);
  const refusal = whyNotWhole(message, mailbox?.pii_mode);
  if (refusal !== null) throw new UsageError(refusal, FLAGS);
  const { recipient: to, subject, body, has_html: hasHtml } = message;
  return { before: { to, subject, body: body.content ?? '', reason: '' }, hasHtml };
}

function notSent(why = ''): CommandError {
  const { exit } = OWN_CODES.NOT_SENT;
  const message = `${why} Nothing was sent, and the original is held as before.`.trim();
  return new CommandError(message, { exit, code: 'NOT_SENT' });
}
