/**
 * How clients find a running daemon: `HOME/daemon.json`, written when it's ready and removed when it stops.
 */
export const LOCATOR_FILE = 'daemon.json';
/** Bearer token of the operator's surface, one line, mode 0600. */
export const OPERATOR_TOKEN_FILE = 'operator.token';
export const LOG_FILE = 'daemon.log';
/** Default home folder, below the user's home. */
export const DEFAULT_HOME = '.agentmail';

/** Content of the locator file. */
export interface Locator {
  readonly pid: number;
  /** Origin, as `http://127.0.0.1:4310`. */
  readonly http: string;
  /** `host:port`. */
  readonly smtp: string;
  readonly version: string;
  readonly started_at: string;
}

/** The line that `agentmaild run` prints on stdout once it accepts requests. */
export interface ReadinessLine {
  readonly ready: true;
  readonly http: string;
  readonly smtp: string;
  readonly home: string;
  readonly pid: number;
}

/** The line that `agentmaild run` prints on stdout instead when it can't start. */
export interface FailureLine {
  readonly ready: false;
  readonly code: 'LISTEN_FAILED' | 'HOME_IN_USE' | 'NOT_STARTED';
  /** For people. */
  readonly error: string;
  /** With LISTEN_FAILED. */
  readonly listener?: FailedListener;
}

/** A listener that can't be opened. */
export interface FailedListener {
  readonly setting: 'http.listen' | 'smtp.listen' | 'smtp.submission.listen' | 'web.listen';
  readonly host: string;
  readonly port: number;
  /** Whether the address is the stored value of the setting, not a flag or the default. */
  readonly stored: boolean;
  /** Code of the system, such as EADDRINUSE. */
  readonly reason: string;
}

// Checked by hand: every command reads it, and loading a schema library takes ten times as long.

export function isLocator(value: unknown): value is Locator {
  return hasFields(value, ['http', 'smtp', 'version', 'started_at']);
}

export function isReadinessLine(value: unknown): value is ReadinessLine {
  return hasFields(value, ['http', 'smtp', 'home']) && 'ready' in value && value.ready === true;
}

/** The line comes from a daemon of the same installation, so its other fields are as declared. */
export function isFailureLine(value: unknown): value is FailureLine {
  return typeof value === 'object' && value !== null && 'ready' in value && value.ready === false;
}

function hasFields(value: unknown, texts: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Number.isInteger(fields.pid) && texts.every((name) => typeof fields[name] === 'string');
}
