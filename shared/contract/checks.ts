import { z } from 'zod';

/** One check of `doctor` that the daemon runs. */
export const daemonCheck = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(['ok', 'warning', 'error', 'skipped']),
  message: z.string(),
  /** Advice; null when there is nothing to do. */
  remedy: z.string().nullable(),
  /** The node that it concerns, where there are several. */
  node: z.string().optional(),
});
export type DaemonCheck = z.output<typeof daemonCheck>;
