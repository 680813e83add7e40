import { z } from 'zod';

/** How the client finds a running daemon: `HOME/daemon.json`, written when it is ready, removed when it stops. */
export const LOCATOR_FILE = 'daemon.json';
/** Bearer token of the owner's surface, one line, mode 0600. */
export const OPERATOR_TOKEN_FILE = 'operator.token';
export const LOG_FILE = 'daemon.log';
/** Home folder when neither a flag nor AGENTMAIL_HOME names one, below the user's home. */
export const DEFAULT_HOME = '.agentmail';

export const locator = z.object({
  pid: z.int(),
  /** Origin, as `http://127.0.0.1:4310`. */
  http: z.string(),
  /** `host:port`. */
  smtp: z.string(),
  version: z.string(),
  started_at: z.string(),
});
export type Locator = z.output<typeof locator>;

/** The one line that `agentmaild run` prints on stdout when it takes requests. */
export const readinessLine = z.object({
  ready: z.literal(true),
  http: z.string(),
  smtp: z.string(),
  home: z.string(),
  pid: z.int(),
});
export type ReadinessLine = z.output<typeof readinessLine>;
