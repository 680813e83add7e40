import * as api from '../../support/api.ts';
import type { Client } from '../world/clients.ts';
import type { Letter } from '../world/ledger.ts';
import type { ReviewedAccount } from './workload.ts';

/** Expected answer to a key once the daemon is idle, by the state of its message. */
const ANSWERS: Readonly<Record<string, { status: number; says?: string; code?: string }>> = {
  delivered: { status: 200, says: 'sent' },
  pending_review: { status: 200, says: 'pending_review' },
  quarantined: { status: 200, says: 'quarantined' },
  blocked: { status: 200, says: 'blocked' },
  available: { status: 409, code: 'IDEMPOTENT_REQUEST_NOT_PROVEN_SENT' },
};

/** Sends a letter once more under its key; sentences that say what is wrong with the answer. */
export async function replay(client: Client<ReviewedAccount>, letter: Letter): Promise<string[]> {
  const { program, account } = client;
  const [known] = letter.ids;
  const reply = await client.send(letter, letter.kind === 'held' ? account.agent : account.admin);
  if (known === undefined || reply === null) return [];
  const { state } = await program.must(account.admin, api.getMessage, { id: known });
  const expected = ANSWERS[state];
  const fits =
    expected !== undefined &&
    reply.status === expected.status &&
    reply.body.code === expected.code &&
    reply.body.status === expected.says;
  return fits ? [] : [`${letter.key} of a message in ${state} was answered ${JSON.stringify(reply)}`];
}
