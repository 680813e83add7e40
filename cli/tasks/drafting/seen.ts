import type { getDraft } from '../../../shared/contract/drafts.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError } from '../../errors.ts';
import { askYes } from '../../input/asking/confirm.ts';
import { integer } from '../../input/options/kinds.ts';
import { OWN_CODES } from '../../machine/own-codes.ts';
import { draftView } from '../../output/views/drafts.ts';

const MOST_REVISIONS = 2_147_483_647;

export const revisionFlag = integer(
  '--revision <N>',
  'Refuse if the draft has changed since this revision; drafts show prints it.',
  { min: 0, max: MOST_REVISIONS },
);

/**
 * Shows the draft, asks whether to send it, and returns the revision shown. Undefined without a terminal: the
 * daemon then decides by the draft's last editor.
 */
export async function askToSend(
  context: CommandContext,
  id: string,
  endpoint: typeof getDraft,
): Promise<number | undefined> {
  const { stdin } = context.world;
  if (context.json || !stdin.isTTY || !stdin.askLine) return undefined;
  const client = await context.client();
  const draft = await client.call(endpoint, { params: { id } });
  await context.emit(draft, draftView);
  if (await askYes(context, 'Send it?')) return draft.revision;
  const { exit, message } = OWN_CODES.NOT_SENT;
  throw new CommandError(message, { exit, code: 'NOT_SENT' });
}
