import type { DaemonCheck } from '../../../shared/contract/checks.ts';
import { CommandError } from '../../errors.ts';
import type { DoctorResult, Patient } from './check.ts';

/** A check of the daemon as one of the command line. */
export function ofDaemon({
  remedy,
  node,
  ...check
}: DaemonCheck): DoctorResult & { id: string; title: string } {
  return { ...check, ...(remedy !== null && { remedy }), ...(node !== undefined && { node }) };
}

/** The daemon's checks of its database server; none without one, or when the daemon doesn't answer. */
export async function examineDatabase({
  integrity,
  reachable,
}: Patient): Promise<ReturnType<typeof ofDaemon>[]> {
  if ((await reachable()).severity !== 'ok') return [];
  try {
    return (await integrity()).checks.map(ofDaemon);
  } catch (error) {
    // The check of stored data reports the cause.
    if (error instanceof CommandError) return [];
    throw error;
  }
}
