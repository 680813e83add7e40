import type { DaemonCheck } from '../../../shared/contract/checks.ts';
import type { Context } from '../../context.ts';
import { type Check, type CheckFinding, ok, runChecks } from '../../platform/system/checks.ts';
import { isLoopbackHost } from '../../platform/system/loopback.ts';

/** Accounts that a message names. */
const MOST_NAMED = 3;

interface StorageFacts {
  /** The SMTP listener is bound beyond this machine. */
  readonly isExposed: boolean;
  /** E-mail addresses of live accounts that may store without a limit. */
  readonly unlimited: readonly string[];
}

export const STORAGE_CHECKS: readonly Check<StorageFacts>[] = [
  { id: 'storage_limits', title: 'Storage limits', look: checkLimits },
];

/** Checks who may fill the disk. */
export async function checkStorage({
  config,
  store,
}: Pick<Context, 'config' | 'store'>): Promise<DaemonCheck[]> {
  const rows = await store.read
    .selectFrom('accounts')
    .select('email')
    .where('unlimited', '=', true)
    .where('storage_limit_bytes', 'is', null)
    .where('status', '!=', 'deleted')
    .orderBy('email')
    .execute();
  const facts = { isExposed: !isLoopbackHost(config.smtp.host), unlimited: rows.map(({ email }) => email) };
  return runChecks(STORAGE_CHECKS, facts);
}

function checkLimits({ isExposed, unlimited: [first, ...others] }: StorageFacts): CheckFinding {
  if (!isExposed) return ok('only this machine can bring mail');
  if (first === undefined) return ok('every account has one');
  const named = [first, ...others.slice(0, MOST_NAMED - 1)].join(', ');
  const more = others.length - (MOST_NAMED - 1);
  return {
    severity: 'warning',
    message: `${named}${more > 0 ? ` and ${more} more` : ''}: no limit, so anyone who sends mail can fill the disk up to storage.reserve`,
    remedy: `agentmail operator accounts update ${first} --storage 10000000000`,
  };
}
