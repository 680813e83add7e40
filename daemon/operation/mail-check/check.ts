import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { checkMail as contract } from '../../../shared/contract/operator-mail.ts';
import type { Context } from '../../context.ts';
import { ownName } from '../../network/smtp-client/own-name.ts';
import { runChecks } from '../../platform/system/checks.ts';
import type { Runtime } from '../cluster/runtime.ts';
import { checkCertificate } from './certificate.ts';
import { isPublicName, type MailCheck, type Scene, whenPublic } from './finding.ts';
import { checkListener, checkReachable } from './listener.ts';
import { answerOtherNodes, askOtherNodes } from './nodes.ts';
import { checkDkim, checkDmarc, checkExchange, checkHostname, checkReverse, checkSpf } from './records.ts';
import { checkDomain, checkLinks, checkRestart, checkTransport } from './settings.ts';
import { checkReach, checkRelay } from './ways-out.ts';

/** Checks of the mail setup, in the order in which it's set up. Those of the service hold for all nodes. */
export const MAIL_CHECKS: readonly MailCheck[] = [
  { id: 'mail_settings', title: 'Settings', look: checkRestart },
  { id: 'mail_transport', title: 'Transport', look: checkTransport, isOfService: true },
  { id: 'mail_domain', title: 'Domain', look: checkDomain, isOfService: true },
  { id: 'mail_hostname', title: 'Server name', look: whenPublic(checkHostname) },
  { id: 'mail_listener', title: 'Listener', look: whenPublic(checkListener) },
  { id: 'mail_port', title: 'Port 25 from outside', look: whenPublic(checkReachable) },
  { id: 'mail_certificate', title: 'TLS certificate', look: checkCertificate },
  { id: 'mail_mx', title: 'MX record', look: whenPublic(checkExchange) },
  { id: 'mail_spf', title: 'SPF record', look: whenPublic(checkSpf) },
  { id: 'mail_dkim', title: 'DKIM records', look: whenPublic(checkDkim), isOfService: true },
  { id: 'mail_dmarc', title: 'DMARC record', look: whenPublic(checkDmarc), isOfService: true },
  { id: 'mail_ptr', title: 'PTR record', look: whenPublic(checkReverse) },
  { id: 'mail_relay', title: 'Relay', look: checkRelay },
  { id: 'mail_reach', title: 'Outgoing port 25', look: checkReach },
  { id: 'mail_links', title: 'Links in mail', look: checkLinks, isOfService: true },
];

const ofService = MAIL_CHECKS.filter(({ isOfService }) => isOfService);
const ofNode = MAIL_CHECKS.filter(({ isOfService }) => !isOfService);

/** The daemon that checks itself. */
interface Checked {
  readonly context: Context;
  readonly runtime: Pick<Runtime, 'smtp'>;
}

/**
 * Runs all checks one after the other, whether or not earlier ones failed; those of nodes at each of them.
 */
export async function checkMail(
  { context, runtime }: Checked,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { cluster } = context.store;
  const reach = body.reach ?? null;
  const hasOthers = (await cluster.nodes()).length > 1;
  const scene = await sceneOf({ context, runtime }, { reach, hasOthers });
  const checks =
    cluster.requests && hasOthers
      ? await Promise.all([
          runChecks(ofService, scene),
          runChecks(ofNode, scene).then((own) => own.map((check) => ({ ...check, node: cluster.node }))),
          askOtherNodes(context, cluster.requests, reach),
        ])
      : [await runChecks(MAIL_CHECKS, scene)];
  return { ok: checks.flat().every(({ severity }) => severity !== 'error'), checks: checks.flat() };
}

/** Lets other nodes ask for the checks of this one until the returned function is called. */
export function answerMailChecks(checked: Checked): () => void {
  return answerOtherNodes(checked.context, async (reach) =>
    runChecks(ofNode, await sceneOf(checked, { reach, hasOthers: true })),
  );
}

async function sceneOf(
  { context, runtime }: Checked,
  asked: Pick<Scene, 'reach' | 'hasOthers'>,
): Promise<Scene> {
  const hostname = ownName(context.config);
  return {
    ...asked,
    context,
    hostname,
    listensAt: runtime.smtp,
    domain: context.config.platformDomain,
    addresses: isPublicName(hostname) ? await addressesOf(context, hostname) : [],
  };
}

async function addressesOf({ dns }: Context, name: string): Promise<string[]> {
  const answers = await Promise.all([dns.records(name, 'A'), dns.records(name, 'AAAA')]);
  return answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : []));
}
