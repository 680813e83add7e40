import { getMessage } from '../../contract/reading.ts';
import { type Session, ToolError } from '../tool.ts';

/** Refuses withheld mail: a reply repeats its subject, and the model can read its own replies. */
export async function assertReadable(session: Session, id: string): Promise<void> {
  if (session.access.quarantine_access === undefined) return;
  const { content_withheld, state } = await session.call(getMessage, {
    params: { id },
    query: session.access,
  });
  if (!content_withheld) return;
  throw new ToolError({
    message: `The message is held (${state}), so you can't reply to it yet.`,
    code: 'CONTENT_WITHHELD',
    hint: 'a person can release it',
  });
}
