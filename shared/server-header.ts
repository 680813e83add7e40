/** What every answer says in its `Server` header: a client of the same version need not check it against the contract. */
export function serverHeader(version: string): string {
  return `agentmail/${version}`;
}
