import { UsageError } from '../../errors.ts';
import { assertGoesWith } from './input.ts';

/** A warm-up until a time; it needs its limit. */
export function warmupOf(
  until: string | undefined,
  limit: number | undefined,
  mode: 'log_only' | 'enforced' | undefined,
) {
  if (until === undefined) {
    assertGoesWith('--warmup-until', {
      '--warmup-limit': limit !== undefined,
      '--warmup-mode': mode !== undefined,
    });
    return undefined;
  }
  if (limit === undefined) throw new UsageError('A warm-up requires --warmup-limit.');
  return {
    until,
    shared_domain_daily_limit: limit,
    velocity_gate_mode: mode ?? 'enforced',
    reason: 'operator',
  };
}
