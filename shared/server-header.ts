/**
 * `Server` header of every answer. A client of the same version skips checking answers against the contract.
 */
export function serverHeader(version: string): string {
  return `agentmail/${version}`;
}
