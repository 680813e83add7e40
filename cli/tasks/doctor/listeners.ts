import type { Locator } from '../../../shared/locator.ts';
import { isOwnHome } from '../../client/connection.ts';
import type { DoctorResult, Patient } from './check.ts';
import { greets, isFree } from './ports.ts';

const DEFAULT_PORTS = [4310, 2525] as const;

const ok = (message: string): DoctorResult => ({ severity: 'ok', message });

export async function checkPorts({ context, endpoints, locator, reachable }: Patient): Promise<DoctorResult> {
  const { world } = context;
  if (locator && (await reachable()).severity === 'ok') {
    const greeting = await greets(locator.smtp);
    const status = await ownStatus({ context, endpoints });
    const bound = status?.smtp ?? locator.smtp;
    const submission = status?.submission;
    const place = [
      locator.smtp,
      ...(bound === locator.smtp ? [] : [`bound to ${bound}`]),
      ...(greeting === 'proxied' ? ['behind a proxy'] : []),
      ...(submission === undefined ? [] : [`mail programs send at ${submission}`]),
    ].join(', ');
    if (greeting !== null) return ok(`the SMTP listener responds at ${place}`);
    return {
      severity: 'error',
      message: `no SMTP greeting from ${locator.smtp}`,
      remedy: 'agentmail down, then agentmail up',
      exit: 'unreachable',
    };
  }
  const ports = portsOf(locator);
  // The home's own daemon has them, though it wasn't asked or doesn't answer.
  if (locator && world.processes.isAlive(locator.pid))
    return { severity: 'skipped', message: `pid ${locator.pid} uses ${ports.join(' and ')}` };
  const free = await Promise.all(ports.map((port) => isFree('127.0.0.1', port)));
  const taken = ports.filter((_, index) => !free[index]);
  if (taken.length === 0) return ok(`${ports.join(' and ')} are free`);
  return {
    severity: 'warning',
    message: `another program uses ${taken.join(' and ')}`,
    remedy: 'use free ports: agentmail up --http 127.0.0.1:0 --smtp 127.0.0.1:0',
  };
}

/** Ports of the last daemon of this home, else the defaults. */
function portsOf(locator: Locator | undefined): readonly number[] {
  if (!locator) return DEFAULT_PORTS;
  return [new URL(locator.http), new URL(`smtp://${locator.smtp}`)].map(({ port }) => Number(port));
}

/**
 * The status of the daemon of this home; null for one elsewhere, whose operator's surface is closed to us.
 */
async function ownStatus({ context, endpoints }: Pick<Patient, 'context' | 'endpoints'>) {
  if (!(await isOwnHome(context))) return null;
  return (await context.client()).call(endpoints.getStatus, {});
}

/** The API has no TLS of its own. */
export async function checkExposure(patient: Patient): Promise<DoctorResult> {
  const status = await ownStatus(patient);
  if (status === null) return { severity: 'skipped', message: "isn't the daemon of this home" };
  const { exposure = [], http_bound: bound = status.http } = status;
  if (exposure.length === 0) return ok(`only this machine reaches the API at ${bound}`);
  return {
    severity: 'warning',
    message: exposure.join(' '),
    remedy:
      'put HTTPS in front (docs/deploying.md), and listen on this machine only: agentmail config set http.listen 127.0.0.1:4310',
  };
}
