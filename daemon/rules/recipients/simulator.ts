import {
  OUTBOUND_SCENARIOS,
  type OutboundScenario,
  simulatorDomain,
} from '../../../shared/simulator-addresses.ts';
import type { MessageJob } from '../../platform/store/jobs.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { parseAddress, splitTag } from '../../platform/system/mail-address.ts';

/** Whether the address belongs to the simulator. */
export function isSimulated(address: string, platformDomain: string): boolean {
  return simulatorScenario(address, platformDomain) !== null;
}

/** The scenario of a simulator address, `+label` allowed; null for every other address. */
export function simulatorScenario(address: string, platformDomain: string): OutboundScenario | null {
  const parsed = parseAddress(address);
  if (parsed?.domain !== simulatorDomain(platformDomain)) return null;
  const { name } = splitTag(parsed.local.toLowerCase());
  return OUTBOUND_SCENARIOS.find((scenario) => scenario === name) ?? null;
}

export const SIMULATOR_OUTCOME = 'simulator.outcome';

/** Delay between acceptance and outcome, as with real mail. */
const OUTCOME_DELAY = 3 * SECOND;

/**
 * The job that acts out the part of a simulator address; null for other addresses, and for one that takes all
 * mail.
 */
export function simulatedOutcome(
  { id, recipient, place = null }: SimulatedMail,
  platformDomain: string,
  now: number,
): MessageJob | null {
  const scenario = simulatorScenario(recipient, platformDomain);
  if (scenario === null || scenario === 'delivered') return null;
  return { kind: SIMULATOR_OUTCOME, dueAt: now + OUTCOME_DELAY, payload: { message_id: id, place } };
}

interface SimulatedMail {
  readonly id: string;
  readonly recipient: string;
  /** Of the recipient among several. */
  readonly place?: number | null;
}
