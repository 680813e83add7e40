import type { setAgentDeletePolicy as contract } from '../../../shared/contract/account-policy.ts';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { ACCOUNT_RULES, looseningsOf } from '../../../shared/policies/loosening.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../platform/store/store.ts';
import { assertMayLoosen, assertStillMayLoosen, proofIn } from '../../rules/policies/fresh-proof.ts';

/** Sets whether agent keys may delete messages, from the next request on. */
export async function setAgentDelete(
  context: Context,
  principal: Principal,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { id } = principal.account;
  const enabled = body.enabled ?? body.agent_delete_messages_enabled ?? false;
  const after = { agent_delete_messages_enabled: enabled };
  const loosened = looseningsOf(ACCOUNT_RULES, await readSwitch(context.store.read, id), after);
  await assertMayLoosen(context, principal, { loosened, proof: proofIn(body, 'account_policy_loosen') });
  return context.store.write({ account: id }, async (transaction) => {
    const before = await readSwitch(transaction.db, id);
    await assertStillMayLoosen(transaction, principal, {
      proven: loosened,
      loosened: looseningsOf(ACCOUNT_RULES, before, after),
    });
    if (before.agent_delete_messages_enabled === enabled) return after;
    await transaction.db.updateTable('accounts').set(after).where('id', '=', id).execute();
    await transaction.audit({
      kind: 'account.agent_delete_messages_enabled.updated',
      accountId: id,
      actor: principal.actor,
      before: !enabled,
      after: enabled,
    });
    return after;
  });
}

function readSwitch(db: Queries, accountId: string) {
  return db
    .selectFrom('accounts')
    .select('agent_delete_messages_enabled')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}
