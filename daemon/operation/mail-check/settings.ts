import { type CheckFinding, ok, skipped } from '../../platform/system/checks.ts';
import { isPublicName, type Scene } from './finding.ts';

/** Mail settings that take effect at a start. */
const OF_MAIL = /^(?:mail|smtp|domains|dns|links)\./;

export function checkRestart({ context }: Scene): CheckFinding {
  const waiting = context.settings.restartNeeded().filter((name) => OF_MAIL.test(name));
  if (waiting.length === 0) return ok('all settings are in effect');
  return {
    severity: 'warning',
    message: `${waiting.join(', ')} take effect after a restart`,
    remedy: 'agentmail down, then agentmail up',
  };
}

export function checkTransport({ context }: Scene): CheckFinding {
  switch (context.transport.name) {
    case 'relay':
      return ok('through a relay');
    case 'direct':
      return ok("directly to the recipients' servers");
    case 'capture':
      return {
        severity: 'warning',
        message: 'outgoing mail stays in the outbox of this machine',
        remedy: 'agentmail operator settings set mail.transport=direct, or mail.relay=… mail.transport=relay',
      };
  }
}

export function checkDomain({ domain }: Scene): CheckFinding {
  if (isPublicName(domain)) return ok(domain);
  return {
    severity: 'warning',
    message: `other servers can't deliver to ${domain}`,
    remedy: 'agentmail operator settings set domains.platform=DOMAIN, for a domain whose DNS you control',
  };
}

/** Checks the base of unsubscribe links. */
export function checkLinks({ context }: Scene): CheckFinding {
  if (!context.transport.leavesMachine) return skipped("mail doesn't leave this machine");
  const base = context.config.publicBase;
  if (base?.startsWith('https://')) return ok(base);
  return {
    severity: 'warning',
    message: base === null ? 'unsubscribe links work only on this machine' : `${base} doesn't use TLS`,
    remedy:
      'agentmail operator settings set links.public_base=https://…, the URL of a proxy in front of the daemon',
  };
}
