/** How the client finds a running daemon: `HOME/daemon.json`, written when it is ready, removed when it stops. */
export const LOCATOR_FILE = 'daemon.json';
/** Bearer token of the owner's surface, one line, mode 0600. */
export const OPERATOR_TOKEN_FILE = 'operator.token';
export const LOG_FILE = 'daemon.log';
/** Home folder when neither a flag nor AGENTMAIL_HOME names one, below the user's home. */
export const DEFAULT_HOME = '.agentmail';

/** Where the daemon of a home runs, as the file in the home tells it. */
export interface Locator {
  readonly pid: number;
  /** Origin, as `http://127.0.0.1:4310`. */
  readonly http: string;
  /** `host:port`. */
  readonly smtp: string;
  readonly version: string;
  readonly started_at: string;
}

/** The one line that `agentmaild run` prints on stdout when it takes requests. */
export interface ReadinessLine {
  readonly ready: true;
  readonly http: string;
  readonly smtp: string;
  readonly home: string;
  readonly pid: number;
}

// Every command reads one of these: checking it by hand is a tenth of the time that a library takes to load.

export function isLocator(value: unknown): value is Locator {
  return hasFields(value, ['http', 'smtp', 'version', 'started_at']);
}

export function isReadinessLine(value: unknown): value is ReadinessLine {
  return hasFields(value, ['http', 'smtp', 'home']) && 'ready' in value && value.ready === true;
}

function hasFields(value: unknown, texts: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Number.isInteger(fields.pid) && texts.every((name) => typeof fields[name] === 'string');
}
