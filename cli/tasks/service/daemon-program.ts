/** Command that starts a home's daemon, for a service manager. */
export interface DaemonProgram {
  readonly command: readonly string[];
  readonly home: string;
  /** Its log file, which also gets its stderr. */
  readonly log: string;
}
