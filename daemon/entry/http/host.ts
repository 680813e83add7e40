import { ServiceError } from '../../platform/errors/service-error.ts';

const LOOPBACK_NAMES = /^(?:localhost|(?:[a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Refuses unknown Host headers, against DNS rebinding: a web page's name that now resolves to this machine
 * sends its own name as Host.
 */
export function assertKnownHost(header: string | undefined, allowed: readonly string[]): void {
  const name = (header ?? '').toLowerCase().replace(/:\d+$/, '');
  if (LOOPBACK_NAMES.test(name) || allowed.includes(name)) return;
  throw new ServiceError('FORBIDDEN', { reason: 'host_not_allowed' });
}
