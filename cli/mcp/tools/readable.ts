import { getMessage } from '../../../shared/contract/reading.ts';
import { CommandError } from '../../errors.ts';
import type { Session } from '../tool.ts';

/** Refuses withheld mail: a reply repeats its subject, and the model can read its own replies. */
export async function assertReadable(session: Session, id: string): Promise<void> {
  if (session.access.quarantine_access === undefined) return;
  const client = await session.client();
  const { content_withheld, state } = await client.call(getMessage, {
    params: { id },
    query: session.access,
  });
  if (!content_withheld) return;
  throw new CommandError(`The message is held (${state}), so you can't reply to it yet.`, {
    exit: 'refused',
    code: 'CONTENT_WITHHELD',
    hint: 'a person can release it, or restart this server with --show-quarantined',
  });
}
