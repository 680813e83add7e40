import { parseAddress } from '../../platform/settings/config.ts';
import { type CheckFinding, ok, skipped } from '../../platform/system/checks.ts';
import { isLoopbackHost } from '../../platform/system/loopback.ts';
import type { Scene } from './finding.ts';
import { exchangesOf } from './records.ts';
import { visit } from './visit.ts';

/** Checks that others can reach the listener, directly or through a proxy. */
export function checkListener({ context, listensAt }: Scene): CheckFinding {
  const { host, port } = parseAddress(listensAt);
  if (isLoopbackHost(host)) {
    return {
      severity: 'warning',
      message: `${listensAt} accepts mail from this machine only`,
      remedy: 'agentmail operator settings set smtp.listen=0.0.0.0:25, or forward port 25 to it',
    };
  }
  if (port === context.config.mail.port) return ok(`accepts mail at ${listensAt}`);
  return {
    severity: 'warning',
    message: `accepts mail on port ${port}, but other servers deliver to port ${context.config.mail.port}`,
    remedy: 'forward port 25 to it, or agentmail operator settings set smtp.listen=0.0.0.0:25',
  };
}

/** Connects to the addresses that DNS has for this server. */
export async function checkReachable(scene: Scene): Promise<CheckFinding> {
  const { context, addresses, domain, hostname, hasOthers } = scene;
  if (addresses.length === 0) return skipped(`${hostname} has no address`);
  // A node behind a balancer may have a name for outgoing mail only.
  if (hasOthers && !(await exchangesOf(scene)).includes(hostname))
    return skipped(`${hostname} isn't an MX host of ${domain}`);
  const { port } = context.config.mail;
  const answers = await Promise.all(
    addresses.map(async (address) => ({ address, ...(await visit(context, address, hostname)) })),
  );
  const silent = answers.filter((answer) => !answer.ok);
  if (silent.length === 0) {
    const open = answers.some(({ secure }) => !secure);
    return open
      ? {
          severity: 'warning',
          message: `a mail server responds on port ${port}, without TLS`,
          remedy: 'agentmail operator settings set smtp.tls=…, or agentmail operator mail certificate',
        }
      : ok(`a mail server responds on port ${port} of ${addresses.join(', ')}, with TLS`);
  }
  const list = silent.map(({ address, reason }) => `${address} (${reason})`).join(', ');
  return {
    severity: 'error',
    message: `no mail server responds on port ${port} of ${list}`,
    remedy: "open port 25 in every firewall; if the router doesn't support hairpin NAT, test from outside",
  };
}
