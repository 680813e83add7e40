import type { MessageVersion } from '../../../shared/contract/messages.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { MailContext } from '../context.ts';
import { shownTexts } from './body.ts';
import { type Projection, projectBody } from './project.ts';
import { reviewField } from './review.ts';
import { type MessageRow, selectMessages } from './table.ts';

/** Versions that a reader gets, on each side of the message. */
const MOST = 20;

/** The versions of a message that was revised, in order; undefined when there is one. */
export async function versionsOf(
  context: MailContext,
  row: MessageRow,
  how: Projection,
): Promise<MessageVersion[] | undefined> {
  const earlier = await follow(context, row, ({ revises }) => revises);
  const later = await follow(context, row, ({ review }) => review?.revised_as ?? null);
  if (earlier.length + later.length === 0) return undefined;
  const versions = [...earlier.reverse(), row, ...later];
  return Promise.all(versions.map((each) => projectVersion(context, each, how)));
}

async function follow(
  { store }: Pick<MailContext, 'store'>,
  from: MessageRow,
  next: (row: MessageRow) => string | null,
): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  for (let id = next(from); id !== null && found.length < MOST; ) {
    const row = await selectMessages(store.read).where('messages.id', '=', id).executeTakeFirst();
    if (!row) break;
    found.push(row);
    id = next(row);
  }
  return found;
}

async function projectVersion(
  context: MailContext,
  row: MessageRow,
  { wholeBodies }: Pick<Projection, 'wholeBodies'>,
): Promise<MessageVersion> {
  const hold = row.state === 'dispatching' ? null : row.hold_context;
  return {
    id: row.id,
    state: row.state,
    created_at: isoTime(row.created_at),
    ...(hold && { held_because: hold.summary_reasons }),
    ...reviewField(context, row),
    body: projectBody((await shownTexts(context, row)).text, wholeBodies),
  };
}
