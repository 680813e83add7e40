import { z } from 'zod';

/** Output of `agentmaild check`, which `agentmail doctor` reads. */
export const homeReport = z.object({
  /** Problems that prevent a start; empty when there are none. */
  problems: z.array(z.string()),
});

export type HomeReport = z.output<typeof homeReport>;
