import type { Daemon } from '../../daemon/daemon.ts';

/** Calls a daemon of this process and fails on anything but success. */
export function callerOf(daemon: Daemon) {
  return async <T>(token: string, method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${daemon.runtime.http}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}
