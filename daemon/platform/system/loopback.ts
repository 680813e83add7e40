const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|localhost)$/;

/** Whether a host, without brackets, is this machine: such traffic meets no network. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}
