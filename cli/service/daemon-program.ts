/** What starts the daemon of a home, for a manager of services. */
export interface DaemonProgram {
  readonly command: readonly string[];
  readonly home: string;
  /** Its log file, which takes its stderr as well. */
  readonly log: string;
}
