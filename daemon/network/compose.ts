import type { AccessContext } from '../access/context.ts';
import type { JobKind } from '../platform/jobs/runner.ts';
import { CHECKS_AT_ONCE, checkDomain, DOMAIN_CHECK } from './domains/check.ts';

export function networkJobs(context: AccessContext): [string, JobKind][] {
  return [
    [
      DOMAIN_CHECK,
      { run: (payload) => checkDomain(context, payload), parallel: CHECKS_AT_ONCE, perParty: 1 },
    ],
  ];
}
