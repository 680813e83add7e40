import { type CheckFinding, ok } from '../../../system/checks.ts';
import type { ServerFacts } from './facts.ts';

/** Whether the bucket for large mail can be used. */
export async function checkBucket({ objects }: Pick<ServerFacts, 'objects'>): Promise<CheckFinding> {
  if (!objects) return ok('large mail is in the database');
  const problem = await objects.problem();
  if (problem === null) return ok('objects can be stored, read, listed and deleted');
  return {
    severity: 'error',
    message: problem,
    remedy: 'until the bucket works, large mail is deferred; docs/postgresql.md has its settings',
  };
}
