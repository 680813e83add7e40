import { isLoopbackHost } from '../../../platform/system/loopback.ts';

/**
 * The host name of the page on this machine; null unless `links.dashboard_base` is the page's address under
 * a name below `localhost`. Browsers take that for this machine, and keep its cookies apart from those of
 * programs that listen on 127.0.0.1.
 */
export function ownPageName(dashboardBase: string | null): string | null {
  if (dashboardBase === null) return null;
  const { protocol, hostname, pathname } = new URL(dashboardBase);
  const isPage = protocol === 'http:' && /^\/app\/?$/.test(pathname);
  return isPage && hostname.endsWith('.localhost') ? hostname : null;
}

/** The same origin under the page's name. */
export function underPageName(origin: string, name: string | null): string {
  if (name === null) return origin;
  const url = new URL(origin);
  url.hostname = name;
  return url.origin;
}

/** The origin to which a request for another name of this machine is sent; null if it may stay. */
export function movedPage(host: string, name: string | null): string | null {
  const asked = `http://${host}`;
  if (name === null || !URL.canParse(asked)) return null;
  const { hostname, origin } = new URL(asked);
  const isHere = hostname.endsWith('.localhost') || isLoopbackHost(hostname.replace(/^\[|\]$/g, ''));
  return isHere && hostname !== name ? underPageName(origin, name) : null;
}
