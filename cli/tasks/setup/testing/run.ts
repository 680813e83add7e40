import { previewPolicy } from '../../../../shared/contract/mailbox-policies.ts';
import { definedFields } from '../../../../shared/defined-fields.ts';
import type { Client } from '../../../client/client.ts';
import { CommandError } from '../../../errors.ts';
import type { CaseResult } from '../../../output/views/policy-tests.ts';
import type { PolicyCase } from './cases.ts';

export const TEST_ENDPOINTS = { previewPolicy };

const FOUND = { passes_all_checks_run: 'sent', would_hold: 'held', would_block: 'refused' } as const;
const DECIDING = { sent: [], held: ['would_hold', 'would_block'], refused: ['would_block'] } as const;

/** Runs a case as a dry run: nothing is sent, stored or charged. */
export async function runCase(client: Client, each: PolicyCase): Promise<CaseResult> {
  const { name, expect: expected, because } = each;
  try {
    const preview = await client.call(previewPolicy, {
      params: { id: each.mailbox },
      body: {
        to: each.to,
        ...definedFields({ subject: each.subject, body: each.body, at_time: each.at }),
        origin: each.origin ?? 'agent',
        run_content_scan: each.body !== undefined || each.subject !== undefined,
      },
    });
    const found = FOUND[preview.result];
    const traces = [...preview.trace, ...(preview.recipients ?? []).flatMap(({ trace }) => trace)];
    const deciding = traces.filter(({ outcome }) => DECIDING[found].some((one) => one === outcome));
    const gates = [...new Set(deciding.map(({ gate }) => gate))];
    const isExpected = expected === found || (expected === 'allowed' && found !== 'refused');
    const isBecause = because === undefined || gates.some((gate) => gate === because);
    const reasons = deciding.map(({ reason }) => reason);
    return { name, ok: isExpected && isBecause, expected, because: because ?? null, found, gates, reasons };
  } catch (error) {
    if (!(error instanceof CommandError) || error.failure.exit !== 'usage') throw error;
    const reasons = [error.message];
    return { name, ok: false, expected, because: because ?? null, found: 'error', gates: [], reasons };
  }
}
