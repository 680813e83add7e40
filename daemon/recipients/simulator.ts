import { parseAddress, splitTag } from './address.ts';

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
