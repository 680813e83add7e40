import { isIP } from 'node:net';
import type { z } from 'zod';
import type { verification } from '../../../shared/contract/domains.ts';
import type { AccessContext } from '../../access/context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { CutShortError } from '../../platform/system/bounded.ts';
import type { ServerLogin, ServerOptions } from '../smtp-client/connection.ts';
import { ownName } from '../smtp-client/own-name.ts';
import { NoSessionError, SmtpSession } from '../smtp-client/session.ts';
import { leaveImap, openImap } from './imap/connect.ts';
import { failureOf } from './imap/failure.ts';
import { logIn, NoTokenError } from './log-in.ts';
import { addressOfHost, type ServerPair, UnreachableHostError } from './self-hosted.ts';

export type ProbeResults = NonNullable<z.output<typeof verification>['probe_results']>;
type ProbeResult = ProbeResults['smtp'];

const READY: ProbeResult = { ok: true, stage: 'ready', reason: null };

/**
 * Logs in to both servers of a self-hosted domain without sending or reading mail. Throws when the daemon
 * stops meanwhile: a probe that it cut says nothing about the servers.
 */
export async function probeServers(context: AccessContext, config: ServerPair): Promise<ProbeResults> {
  const [smtp, imap] = await Promise.all([probeSmtp(context, config), probeImap(context, config)]);
  if (context.stopping.aborted) throw new ServiceError('SERVICE_UNAVAILABLE');
  return { smtp, imap };
}

/** Logs in to the SMTP server. */
export async function probeSmtp(context: AccessContext, config: ServerPair): Promise<ProbeResult> {
  try {
    (await openSmtp(context, config, context.stopping)).close();
    return READY;
  } catch (error) {
    if (error instanceof NoSessionError) return { ok: false, stage: error.stage, reason: error.reason };
    if (error instanceof UnreachableHostError) return { ok: false, stage: 'lookup', reason: error.reason };
    throw error;
  }
}

/** Logs in to the SMTP server, always over TLS with a trusted certificate. */
export async function openSmtp(
  context: AccessContext,
  servers: ServerPair,
  stopping: AbortSignal,
): Promise<SmtpSession> {
  try {
    return await logIn(
      context,
      { servers, which: 'smtp', stopping },
      {
        open: async (login) =>
          SmtpSession.open(await smtpServer(context, servers, login), context.clock, stopping),
        isRefused: (error) =>
          error instanceof NoSessionError && error.stage === 'login' && error.reason.startsWith('5'),
      },
    );
  } catch (error) {
    if (error instanceof NoTokenError) throw new NoSessionError('login', error.reason);
    if (error instanceof CutShortError) throw new NoSessionError('connect', 'stopped');
    throw error;
  }
}

async function probeImap(context: AccessContext, config: ServerPair): Promise<ProbeResult> {
  try {
    await leaveImap(context, await openImap(context, config));
    return READY;
  } catch (error) {
    return { ok: false, ...failureOf(error) };
  }
}

async function smtpServer(
  context: AccessContext,
  { smtp, network_mode }: ServerPair,
  login: ServerLogin,
): Promise<ServerOptions> {
  return {
    host: await addressOfHost(context, smtp.host, network_mode),
    ...(isIP(smtp.host) === 0 && { name: smtp.host }),
    port: smtp.port,
    tls: smtp.security === 'tls' ? 'immediate' : 'required',
    verify: true,
    authorities: context.authorities,
    login,
    ownName: ownName(context.config),
  };
}
