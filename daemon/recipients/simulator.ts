import type { MessageJob } from '../store/jobs.ts';
import { SECOND } from '../system/clock.ts';
import { parseAddress, splitTag } from '../system/mail-address.ts';

/** Scenarios that a send can be tested with. */
const SIMULATOR_SCENARIOS = ['delivered', 'bounced', 'complained', 'suppressed'] as const;
export type SimulatorScenario = (typeof SIMULATOR_SCENARIOS)[number];

/** Domain of the reserved addresses that act out deliveries. */
export function simulatorDomain(platformDomain: string): string {
  return `simulator.${platformDomain}`;
}

/** Whether the address belongs to the simulator. */
export function isSimulated(address: string, platformDomain: string): boolean {
  return simulatorScenario(address, platformDomain) !== null;
}

/** The scenario of a simulator address, `+label` allowed; null for every other address. */
export function simulatorScenario(address: string, platformDomain: string): SimulatorScenario | null {
  const parsed = parseAddress(address);
  if (parsed?.domain !== simulatorDomain(platformDomain)) return null;
  const { name } = splitTag(parsed.local.toLowerCase());
  return SIMULATOR_SCENARIOS.find((scenario) => scenario === name) ?? null;
}

export const SIMULATOR_OUTCOME = 'simulator.outcome';

/** Delay between acceptance and outcome, as with real mail. */
const OUTCOME_DELAY = 3 * SECOND;

/**
 * The job that acts out the part of a simulator address; null for other addresses, and for one that takes all
 * mail.
 */
export function simulatedOutcome(
  { id, recipient }: { readonly id: string; readonly recipient: string },
  platformDomain: string,
  now: number,
): MessageJob | null {
  const scenario = simulatorScenario(recipient, platformDomain);
  if (scenario === null || scenario === 'delivered') return null;
  return { kind: SIMULATOR_OUTCOME, dueAt: now + OUTCOME_DELAY, payload: { message_id: id } };
}
