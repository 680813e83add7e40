import { z } from 'zod';

/** Output of `agentmaild restore`, which `agentmail restore` reads. */
export const restoreReport = z.object({
  home: z.string(),
  /** Folder with the previous content of the home; null when there was none. */
  kept_in: z.string().nullable(),
  accounts: z.int(),
  messages: z.int(),
  /**
   * Sends that were due before now. They may have been sent after the backup, so a person decides about them.
   */
  disarmed: z.int(),
});

export type RestoreReport = z.output<typeof restoreReport>;
