import { isIP } from 'node:net';
import type { z } from 'zod';
import type { verification } from '../../../shared/contract/domains.ts';
import type { AccessContext } from '../../access/context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { ServerOptions } from '../smtp-client/connection.ts';
import { ownName } from '../smtp-client/own-name.ts';
import { NoSessionError, SmtpSession } from '../smtp-client/session.ts';
import { leaveImap, openImap } from './imap/connect.ts';
import { failureOf } from './imap/failure.ts';
import { addressOfHost, type SelfHosted, UnreachableHostError } from './self-hosted.ts';

export type ProbeResults = NonNullable<z.output<typeof verification>['probe_results']>;
type ProbeResult = ProbeResults['smtp'];

const READY: ProbeResult = { ok: true, stage: 'ready', reason: null };

/**
 * Logs in to both servers of a self-hosted domain without sending or reading mail. Throws when the daemon
 * stops meanwhile: a probe that it cut says nothing about the servers.
 */
export async function probeServers(context: AccessContext, config: SelfHosted): Promise<ProbeResults> {
  const [smtp, imap] = await Promise.all([probeSmtp(context, config), probeImap(context, config)]);
  if (context.stopping.aborted) throw new ServiceError('SERVICE_UNAVAILABLE');
  return { smtp, imap };
}

/** Logs in to the SMTP server. */
export async function probeSmtp(context: AccessContext, config: SelfHosted): Promise<ProbeResult> {
  try {
    const server = await smtpServer(context, config);
    const session = await SmtpSession.open(server, context.clock, context.stopping);
    session.close();
    return READY;
  } catch (error) {
    if (error instanceof NoSessionError) return { ok: false, stage: error.stage, reason: error.reason };
    if (error instanceof UnreachableHostError) return { ok: false, stage: 'lookup', reason: error.reason };
    throw error;
  }
}

async function probeImap(context: AccessContext, config: SelfHosted): Promise<ProbeResult> {
  try {
    await leaveImap(context, await openImap(context, config));
    return READY;
  } catch (error) {
    return { ok: false, ...failureOf(error) };
  }
}

/** Connection settings of a self-hosted domain's SMTP server. */
export async function smtpServer(
  context: AccessContext,
  { smtp, network_mode }: SelfHosted,
): Promise<ServerOptions> {
  return {
    host: await addressOfHost(context, smtp.host, network_mode),
    ...(isIP(smtp.host) === 0 && { name: smtp.host }),
    port: smtp.port,
    tls: smtp.security === 'tls' ? 'immediate' : 'required',
    verify: true,
    authorities: context.authorities,
    login: { username: smtp.username, password: smtp.password },
    ownName: ownName(context.config),
  };
}
