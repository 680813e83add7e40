import { definedFields } from '../../input/options/input.ts';
import type { DoctorResult, Patient } from './check.ts';
import { SKIPPED } from './checks.ts';
import { ofDaemon } from './database.ts';

/** Silent name servers and mail servers have long timeouts. */
const TIMEOUT_MS = 3 * 60_000;

/** Runs the daemon's checks of its mail setup. */
export async function examineMail(
  { context, endpoints, reachable }: Patient,
  reach: string | undefined,
): Promise<(DoctorResult & { id: string; title: string })[]> {
  if ((await reachable()).severity !== 'ok') return [{ id: 'mail', title: 'Mail', ...SKIPPED }];
  const client = await context.client();
  const { checks } = await client.call(endpoints.checkMail, {
    body: definedFields({ reach }),
    timeoutMs: TIMEOUT_MS,
  });
  return checks.map(ofDaemon);
}
