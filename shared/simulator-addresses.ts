/** Local parts of the reserved addresses, one for each outcome of a delivery. */
export const OUTBOUND_SCENARIOS = ['delivered', 'bounced', 'complained', 'suppressed'] as const;
export type OutboundScenario = (typeof OUTBOUND_SCENARIOS)[number];

/** Domain of the reserved addresses. */
export function simulatorDomain(platformDomain: string): string {
  return `simulator.${platformDomain}`;
}
