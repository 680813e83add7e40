import { z } from 'zod';

/** Output of `agentmaild check`, which `agentmail doctor` reads. */
export const homeReport = z.object({
  /** Problems that prevent a start; empty when there are none. */
  problems: z.array(z.string()),
  /** Whether there is no database yet, so that a start would make one. */
  empty: z.boolean(),
  /** Where the database of the home is: in it, or on a server. */
  store: z.enum(['sqlite', 'postgres']),
});

export type HomeReport = z.output<typeof homeReport>;
