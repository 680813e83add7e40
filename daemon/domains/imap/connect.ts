import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { ImapFlow } from 'imapflow';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Context } from '../../context.ts';
import { MINUTE, SECOND } from '../../system/clock.ts';
import { addressOfHost, type SelfHosted } from '../self-hosted.ts';

const CONNECT_TIME = 15 * SECOND;
/** Timeout of a response. Idle connections are checked more often. */
const SILENCE = 5 * MINUTE;
const IDLE_TIME = 2 * MINUTE;

/** Logs in to the IMAP server of a self-hosted domain, always over TLS with a trusted certificate. */
export async function openImap(context: Context, { imap, network_mode }: SelfHosted): Promise<ImapFlow> {
  // Loaded on first use: few daemons have such a domain.
  const imapflow = await import('imapflow');
  const client = new imapflow.ImapFlow({
    host: await addressOfHost(context, imap.host, network_mode),
    ...(isIP(imap.host) === 0 && { servername: imap.host }),
    port: imap.port,
    secure: imap.security === 'tls',
    ...(imap.security === 'starttls' && { doSTARTTLS: true }),
    auth: { user: imap.username, pass: imap.password },
    tls: { rejectUnauthorized: true, ca: [...rootCertificates, ...context.authorities] },
    logger: false,
    disableAutoIdle: true,
    maxIdleTime: IDLE_TIME,
    connectionTimeout: CONNECT_TIME,
    greetingTimeout: CONNECT_TIME,
    socketTimeout: SILENCE,
    maxLiteralSize: 2 * LIMITS.smtpMessageBytes,
    maxResponseSize: 3 * LIMITS.smtpMessageBytes,
  });
  // A broken connection shows at its next use; an unhandled `error` event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}
