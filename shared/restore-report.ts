import { z } from 'zod';

/** What `agentmaild restore` prints, and `agentmail restore` reads. */
export const restoreReport = z.object({
  home: z.string(),
  /** Where the former content of the home lies; null when there was none. */
  kept_in: z.string().nullable(),
  accounts: z.int(),
  messages: z.int(),
  /** Sends that were due before now: they may have gone out after the backup, so a person decides about them. */
  disarmed: z.int(),
});

export type RestoreReport = z.output<typeof restoreReport>;
