import type { z } from 'zod';
import type { mailCheck } from '../../shared/contract/operator-mail.ts';
import type { Context } from '../context.ts';

/** Result of one check. */
export type MailCheckResult = Pick<z.output<typeof mailCheck>, 'severity' | 'message'> & {
  /** Advice, if there is something to do. */
  readonly remedy?: string;
};

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
}

/** A check of `doctor --mail`. */
export interface MailCheck {
  readonly id: string;
  readonly title: string;
  readonly look: (scene: Scene) => MailCheckResult | Promise<MailCheckResult>;
}

export const ok = (message: string): MailCheckResult => ({ severity: 'ok', message });
export const skipped = (message: string): MailCheckResult => ({ severity: 'skipped', message });

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
export function troubleOutbound({ context }: Scene, message: string, remedy: string): MailCheckResult {
  return { severity: context.transport.leavesMachine ? 'error' : 'warning', message, remedy };
}
