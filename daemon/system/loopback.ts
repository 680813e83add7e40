const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|localhost)$/;

/** Whether a host of an address, without brackets, is this machine itself: what goes there meets no network. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}
