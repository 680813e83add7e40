/** From of the service's own mail. Nobody reads the address. */
export function noticeSender(platformDomain: string): { readonly name: string; readonly address: string } {
  return { name: 'agentmail', address: `no-reply@${platformDomain}` };
}
