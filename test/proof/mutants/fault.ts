/** A fault that somebody could make: one piece of code replaced by another. */
export interface Fault {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files of which at least one must fail. */
  readonly tests: readonly string[];
  /** Why no test can tell the fault from the program. */
  readonly equivalent?: string;
}

/** Faults of one file with the same tests. */
export function faultsOf(
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [find: string, replace: string, equivalent?: string])[],
): Fault[] {
  return changes.map(([find, replace, equivalent]) => ({
    ...{ file, find, replace, tests },
    ...(equivalent !== undefined && { equivalent }),
  }));
}
