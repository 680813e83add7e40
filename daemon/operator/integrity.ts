import type { ReplyOf } from '../../shared/contract/endpoint.ts';
import type { checkIntegrity as contract } from '../../shared/contract/operator.ts';
import type { Context } from '../context.ts';
import { checkNodesOf } from './node-checks.ts';

/** Problems of stored data, and checks of the server that keeps it and of the daemons that share it. */
export async function checkIntegrity({ store }: Pick<Context, 'store'>): Promise<ReplyOf<typeof contract>> {
  const problems = await store.integrityProblems();
  const ofServer = await store.engine.checks();
  // A database without a server has one daemon.
  const checks = ofServer && [...ofServer, ...(await checkNodesOf(store))];
  return { ok: problems.length === 0, problems, ...(checks && { checks }) };
}
