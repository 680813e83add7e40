import { z } from 'zod';
import { timestampInput } from './fields.ts';
import { VELOCITY_MODES } from './values.ts';

/** A lower daily limit for a new sender on the shared domain, set by the operator. */

export const warmup = z.strictObject({
  until: timestampInput,
  shared_domain_daily_limit: z.int().min(1).max(2_147_483_647),
  velocity_gate_mode: z.enum(VELOCITY_MODES),
  reason: z.string().min(1).max(200),
});
