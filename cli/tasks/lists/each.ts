import { type CommandOutcome, result } from '../../command.ts';
import { CommandError, UnreachableError } from '../../errors.ts';
import type { ExitName } from '../../machine/exit-codes.ts';
import { failureData } from '../../output/output.ts';
import { bad, gap, line, type View } from '../../output/views/document.ts';

/** The result of one item of several, as `--json` prints it. */
export type ItemResult<Data> =
  | { readonly item: string; readonly ok: true; readonly result: Data }
  | { readonly item: string; readonly ok: false; readonly error: ReturnType<typeof failureData> };

/** Results of several items, in the order typed. */
export interface ItemResults<Data> {
  readonly results: readonly ItemResult<Data>[];
  readonly succeeded: number;
  readonly failed: number;
}

/**
 * Runs `act` on each item despite failures, and ends with the exit code of the first one. A single item ends
 * like `act`. Once the daemon is unreachable, the remaining items fail without an attempt.
 */
export async function actOnEach<Data>(
  typed: readonly string[],
  act: (item: string) => Promise<Data>,
  view: View<Data>,
): Promise<CommandOutcome> {
  const [only = '', ...others] = new Set(typed);
  if (others.length === 0) return result(await act(only), view);
  const results: ItemResult<Data>[] = [];
  let exit: ExitName = 'ok';
  let lost: UnreachableError | undefined;
  for (const item of [only, ...others]) {
    try {
      if (lost) throw lost;
      results.push({ item, ok: true, result: await act(item) });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (error instanceof UnreachableError) lost = error;
      if (exit === 'ok') exit = error.failure.exit;
      results.push({ item, ok: false, error: failureData(error) });
    }
  }
  const succeeded = results.filter(({ ok }) => ok).length;
  return result({ results, succeeded, failed: results.length - succeeded }, eachView(view), exit);
}

const eachView =
  <Data>(view: View<Data>): View<ItemResults<Data>> =>
  ({ results, succeeded, failed }) => [
    ...results.flatMap((each) =>
      each.ok ? view(each.result) : [line(`${each.item}:`, bad(each.error.error), `(${each.error.code})`)],
    ),
    ...(failed === 0 ? [] : [gap, line(`${succeeded} done, ${failed} failed.`)]),
  ];
