import type { AccessContext } from '../access/context.ts';
import type { ContentContext } from '../content/context.ts';
import type { Room } from './budgets/room.ts';

/** Dependencies of operations on rules. */
export interface RulesContext extends AccessContext, ContentContext {
  /** Room for new mail on the disk and in accounts. */
  readonly room: Room;
}
