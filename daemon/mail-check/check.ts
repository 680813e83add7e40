import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { checkMail as contract } from '../../shared/contract/operator-mail.ts';
import type { Context } from '../context.ts';
import { ownName } from '../smtp-client/own-name.ts';
import { runChecks } from '../system/checks.ts';
import { checkCertificate } from './certificate.ts';
import { isPublicName, type MailCheck, type Scene, whenPublic } from './finding.ts';
import { checkListener, checkReachable } from './listener.ts';
import { checkDkim, checkDmarc, checkExchange, checkHostname, checkReverse, checkSpf } from './records.ts';
import { checkDomain, checkLinks, checkRestart, checkTransport } from './settings.ts';
import { checkReach, checkRelay } from './ways-out.ts';

/** Checks of the mail setup, in the order in which it's set up. */
export const MAIL_CHECKS: readonly MailCheck[] = [
  { id: 'mail_settings', title: 'Settings', look: checkRestart },
  { id: 'mail_transport', title: 'Transport', look: checkTransport },
  { id: 'mail_domain', title: 'Domain', look: checkDomain },
  { id: 'mail_hostname', title: 'Server name', look: whenPublic(checkHostname) },
  { id: 'mail_listener', title: 'Listener', look: whenPublic(checkListener) },
  { id: 'mail_port', title: 'Port 25 from outside', look: whenPublic(checkReachable) },
  { id: 'mail_certificate', title: 'TLS certificate', look: checkCertificate },
  { id: 'mail_mx', title: 'MX record', look: whenPublic(checkExchange) },
  { id: 'mail_spf', title: 'SPF record', look: whenPublic(checkSpf) },
  { id: 'mail_dkim', title: 'DKIM records', look: whenPublic(checkDkim) },
  { id: 'mail_dmarc', title: 'DMARC record', look: whenPublic(checkDmarc) },
  { id: 'mail_ptr', title: 'PTR record', look: whenPublic(checkReverse) },
  { id: 'mail_relay', title: 'Relay', look: checkRelay },
  { id: 'mail_reach', title: 'Outgoing port 25', look: checkReach },
  { id: 'mail_links', title: 'Links in mail', look: checkLinks },
];

/** Runs all checks one after the other, whether or not earlier ones failed. */
export async function checkMail(
  context: Context,
  listensAt: string,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const hostname = ownName(context.config);
  const scene: Scene = {
    context,
    listensAt,
    hostname,
    domain: context.config.platformDomain,
    addresses: isPublicName(hostname) ? await addressesOf(context, hostname) : [],
    reach: body.reach ?? null,
  };
  const checks = await runChecks(MAIL_CHECKS, scene);
  return { ok: checks.every(({ severity }) => severity !== 'error'), checks };
}

async function addressesOf({ dns }: Context, name: string): Promise<string[]> {
  const answers = await Promise.all([dns.records(name, 'A'), dns.records(name, 'AAAA')]);
  return answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : []));
}
