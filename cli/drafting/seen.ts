import type { getDraft } from '../../shared/contract/drafts.ts';
import { integer } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';
import { OWN_CODES } from '../own-codes.ts';
import { draftView } from '../views/drafts.ts';

const MOST_REVISIONS = 2_147_483_647;

export const revisionFlag = integer(
  '--revision <N>',
  'Refuse if the draft has changed since this revision, which drafts show prints.',
  0,
  MOST_REVISIONS,
);

/**
 * Shows the draft and asks whether to send it; returns the revision that was shown. Undefined without a terminal to ask
 * at: the daemon then decides by who edited the draft last.
 */
export async function askToSend(
  context: Context,
  id: string,
  endpoint: typeof getDraft,
): Promise<number | undefined> {
  const { stdin } = context.world;
  if (context.json || !stdin.isTTY || !stdin.keys) return undefined;
  const client = await context.client();
  const draft = await client.call(endpoint, { params: { id } });
  await context.emit(draft, draftView);
  context.say('Send it? [y/N]');
  if (await isYes(context, stdin.keys)) return draft.revision;
  const { exit, message } = OWN_CODES.NOT_SENT;
  throw new CommandError(message, { exit, code: 'NOT_SENT' });
}

type Keys = NonNullable<Context['world']['stdin']['keys']>;

/** Reads one key. The first, empty one reports the size of the terminal. */
async function isYes({ world }: Context, keys: Keys): Promise<boolean> {
  for await (const key of keys(world.interrupted)) {
    if (key !== '') return key === 'y' || key === 'Y';
  }
  return false;
}
