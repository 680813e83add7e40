import type { Client } from '../../../client/client.ts';
import type { CommandContext } from '../../../context.ts';
import { UsageError } from '../../../errors.ts';
import type { SetupStep } from '../plan/change.ts';

interface Losses {
  readonly steps: readonly SetupStep[];
  readonly confirmed: readonly string[];
}

/** Asks a person to type the name of what would be lost; without a terminal, `--confirm` names it. */
export async function assertMayLose(
  { world }: CommandContext,
  client: Client,
  { steps, confirmed }: Losses,
): Promise<void> {
  for (const { change, loses } of steps) {
    const reason = (await loses?.(client)) ?? null;
    if (reason === null || confirmed.includes(change.path)) continue;
    const { stdin } = world;
    const typed = stdin.isTTY
      ? await stdin.askLine?.(`${change.path}: ${reason} Type ${change.path} to go on: `)
      : undefined;
    if (typed?.trim() === change.path) continue;
    throw new UsageError(
      `${change.path}: ${reason} Nothing was changed.`,
      `to go on: --confirm ${change.path}`,
    );
  }
}
