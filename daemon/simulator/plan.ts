import type { Context } from '../context.ts';
import { simulatorScenario } from '../recipients/simulator.ts';
import type { Transaction } from '../store/store.ts';
import { SECOND } from '../system/clock.ts';

export const SIMULATOR_OUTCOME = 'simulator.outcome';

/** Delay between acceptance and outcome, as with real mail. */
const DELAY = 3 * SECOND;

/** Schedules the outcome of an accepted message to a simulator address. */
export async function planOutcome(
  context: Context,
  transaction: Transaction,
  message: { readonly id: string; readonly recipient: string },
): Promise<void> {
  const scenario = simulatorScenario(message.recipient, context.config.platformDomain);
  if (scenario === null || scenario === 'delivered') return;
  await transaction.schedule({
    kind: SIMULATOR_OUTCOME,
    dueAt: transaction.now + DELAY,
    payload: { message_id: message.id },
  });
}
