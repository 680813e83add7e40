import { z } from 'zod';

/** What `agentmaild check` prints, and `agentmail doctor` reads. */
export const homeReport = z.object({
  /** What keeps the home from being started; none when nothing was found. */
  problems: z.array(z.string()),
});

export type HomeReport = z.output<typeof homeReport>;
