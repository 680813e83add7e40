/** Who the service's own mail is from; nobody reads the address. */
export function noticeSender(platformDomain: string): { readonly name: string; readonly address: string } {
  return { name: 'agentmail', address: `no-reply@${platformDomain}` };
}
