import type { SendReply } from '../../../shared/contract/messages.ts';
import type { Queries } from '../../platform/store/store.ts';
import { effectOf } from './effect.ts';
import { editedTo } from './review.ts';
import { type MessageRow, selectMessages } from './table.ts';

/** The edited message that a person sent in place of this one; its sender learns here how that ended. */
export async function replacementField(
  db: Queries,
  row: Pick<MessageRow, 'review'>,
): Promise<Pick<SendReply, 'replacement'>> {
  const id = editedTo(row);
  if (id === undefined) return {};
  const edited = await selectMessages(db).where('messages.id', '=', id).executeTakeFirst();
  if (!edited) return {};
  return { replacement: { message_id: id, effect_status: effectOf(edited)?.effect_status ?? 'in_flight' } };
}
