import { findMailHosts } from '../../mail/outbound/transports/mail-hosts.ts';
import { probeRelay, serverOf } from '../../mail/outbound/transports/relay.ts';
import { ownName } from '../../network/smtp-client/own-name.ts';
import { refusedAddress } from '../../platform/system/address-guard.ts';
import { type CheckFinding, ok, skipped } from '../../platform/system/checks.ts';
import { type Scene, troubleOutbound } from './finding.ts';
import { visit } from './visit.ts';

/** Logs in to the relay with the current settings. */
export async function checkRelay({ context }: Scene): Promise<CheckFinding> {
  const relay = context.settings.get('mail.relay');
  if (!relay) return skipped('there is none');
  const { authorities, clock, config } = context;
  const probe = await probeRelay(serverOf(relay, { ownName: ownName(config), authorities }), clock);
  if (!probe.ok) {
    return {
      severity: config.mail.transport === 'relay' ? 'error' : 'warning',
      message: `${relay.url} doesn't accept mail: ${probe.stage} (${probe.reason})`,
      remedy: REMEDIES[probe.stage],
    };
  }
  if (probe.secure) return ok(`${relay.url} accepts mail, with TLS`);
  return ok(`${relay.url} accepts mail, without TLS`);
}

const REMEDIES = {
  connect: 'check the host and port in mail.relay, and firewalls',
  tls: "check that the relay's certificate is valid for its name, or change tls in mail.relay",
  login: 'check the username and password in mail.relay',
  ready: '',
} as const;

/** Checks outgoing port 25, which many providers block, with a foreign server. */
export async function checkReach(scene: Scene): Promise<CheckFinding> {
  const { context, reach, hostname } = scene;
  if (reach === null) {
    return skipped('test it with the mail server of a domain: agentmail doctor --mail --reach DOMAIN');
  }
  const found = await findMailHosts(context.dns, reach, hostname);
  if (found.kind !== 'hosts')
    return troubleOutbound(scene, `${reach} has no mail server`, 'choose another domain');
  const [host = reach] = found.hosts;
  const answer = await context.dns.addresses(host);
  const [address] = answer.kind === 'records' ? answer.records : [];
  if (address === undefined) return troubleOutbound(scene, `${host} has no address`, 'choose another domain');
  const allowed = context.config.mail.allowPrivateHosts ? 'private' : 'public';
  if (refusedAddress(address, allowed) !== null) {
    return troubleOutbound(scene, `${host} is in a private network`, 'choose another domain');
  }
  const probe = await visit(context, address, host);
  if (probe.ok) return ok(`${host} responds`);
  return troubleOutbound(
    scene,
    `${host} doesn't respond: ${probe.stage} (${probe.reason})`,
    'ask your provider to open outgoing port 25, or send through a relay',
  );
}
