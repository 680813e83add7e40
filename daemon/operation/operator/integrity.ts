import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { checkIntegrity as contract } from '../../../shared/contract/operator.ts';
import type { Context } from '../../context.ts';
import { checkNodesOf } from './node-checks.ts';
import { checkStorage } from './storage-checks.ts';

/**
 * Problems of stored data, and checks of storage limits, the database's server and the daemons that share it.
 */
export async function checkIntegrity(
  context: Pick<Context, 'config' | 'store'>,
): Promise<ReplyOf<typeof contract>> {
  const { store } = context;
  const problems = await store.integrityProblems();
  const ofServer = await store.engine.checks();
  // A database without a server has one daemon.
  const ofNodes = ofServer ? await checkNodesOf(store) : [];
  const checks = [...(await checkStorage(context)), ...(ofServer ?? []), ...ofNodes];
  return { ok: problems.length === 0, problems, checks };
}
