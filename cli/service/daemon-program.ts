/** What starts the daemon of a home, for a manager of services. */
export interface DaemonProgram {
  readonly command: readonly string[];
  readonly home: string;
  /** File that its log goes to. */
  readonly log: string;
}
