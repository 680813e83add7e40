import * as api from '../support/api.ts';
import type { Service } from '../support/service.ts';

/** Resolves when nothing is left to do, however loaded the machine is. */
export async function drainFully(service: Service): Promise<void> {
  const { status, body } = await service.operator(api.drain, { timeout_seconds: 300 });
  if (status !== 200) throw new Error(`the daemon doesn't become idle: ${JSON.stringify(body)}`);
}
