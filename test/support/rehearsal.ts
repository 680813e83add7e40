/** Rules that transactions broke since they were last taken. */
let broken: string[] = [];

/** Returns the rules that transactions of this process broke, and forgets them. */
export function takeBrokenRules(): string[] {
  const taken = broken;
  broken = [];
  return taken;
}

/** The statements of an attempt with the number of rows that they changed or returned, and its outcome. */
export interface Performance<Outcome> {
  readonly steps: readonly string[];
  readonly outcome: Outcome;
}

/** Notes a broken rule, and throws it. */
export function fail(rule: string): never {
  const { stackTraceLimit } = Error;
  // Queries have ten frames between the feature and here.
  Error.stackTraceLimit = 50;
  const error = new Error(rule);
  Error.stackTraceLimit = stackTraceLimit;
  broken.push(error.stack ?? rule);
  throw error;
}

/** Fails unless two attempts of the same work took the same steps. */
export function assertRepeated(rehearsed: Performance<object>, performed: Performance<object>): void {
  const difference = differenceOf(stepsOf(rehearsed), stepsOf(performed));
  if (difference !== null) fail(`the work of a transaction is not repeatable: ${difference}`);
}

function stepsOf({ steps, outcome }: Performance<object>): string[] {
  return [...steps, 'error' in outcome ? `failed: ${outcome.error}` : 'completed'];
}

function differenceOf(first: readonly string[], second: readonly string[]): string | null {
  const length = Math.max(first.length, second.length);
  for (let step = 0; step < length; step++) {
    if (first[step] === second[step]) continue;
    return `step ${step + 1} was\n${first[step] ?? 'none'}\nand then\n${second[step] ?? 'none'}`;
  }
  return null;
}
