import type { Context } from '../../context.ts';
import { type Check, type CheckFinding, skipped } from '../../platform/system/checks.ts';

/** Facts for the checks of `doctor --mail`. */
export interface Scene {
  readonly context: Context;
  /** `host:port` of the mail listener. */
  readonly listensAt: string;
  /** The daemon's public name. */
  readonly hostname: string;
  readonly domain: string;
  /** Its addresses in DNS; empty when there are none or DNS failed. */
  readonly addresses: readonly string[];
  /** Domain whose mail server is contacted; null to skip that. */
  readonly reach: string | null;
  /** Whether other nodes exchange mail too. */
  readonly hasOthers: boolean;
}

export interface MailCheck extends Check<Scene> {
  /** Whether its result is the same at every node. */
  readonly isOfService?: true;
}

/** Suffixes that public DNS never resolves. */
const NOT_PUBLIC = /(?:^|\.)(?:localhost|local|test|invalid|internal|home\.arpa)$/;

export function isPublicName(name: string): boolean {
  return name.includes('.') && !NOT_PUBLIC.test(name);
}

/** Skips a check when the name isn't public. */
export function whenPublic(look: MailCheck['look']): MailCheck['look'] {
  return (scene) =>
    isPublicName(scene.domain) ? look(scene) : skipped(`${scene.domain} isn't a public domain`);
}

/** A problem with outgoing mail: an error only if mail leaves this machine. */
export function troubleOutbound({ context }: Scene, message: string, remedy: string): CheckFinding {
  return { severity: context.transport.leavesMachine ? 'error' : 'warning', message, remedy };
}
