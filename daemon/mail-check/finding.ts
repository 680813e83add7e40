import type { z } from 'zod';
import type { mailCheck } from '../../shared/contract/operator-mail.ts';
import type { Context } from '../context.ts';

/** What one check found out. */
export type Finding = Pick<z.output<typeof mailCheck>, 'severity' | 'message'> & {
  /** What to do, where there is something to do. */
  readonly remedy?: string;
};

/** What the checks of `doctor --mail` look at. */
export interface Scene {
  readonly context: Context;
  /** Where this run listens for mail, as `host:port`. */
  readonly listensAt: string;
  /** Name that other servers find this one under. */
  readonly hostname: string;
  readonly domain: string;
  /** Addresses of the name in the DNS; empty when there are none or nobody could tell. */
  readonly addresses: readonly string[];
  /** Domain whose mail server is to be reached; null to leave that out. */
  readonly reach: string | null;
}

/** One question that `doctor --mail` asks. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly look: (scene: Scene) => Finding | Promise<Finding>;
}

export const ok = (message: string): Finding => ({ severity: 'ok', message });
export const skipped = (message: string): Finding => ({ severity: 'skipped', message });

/** Ends that no name server of the world answers for. */
const NOT_PUBLIC = /(?:^|\.)(?:localhost|local|test|invalid|internal|home\.arpa)$/;

export function isPublicName(name: string): boolean {
  return name.includes('.') && !NOT_PUBLIC.test(name);
}

/** What only makes sense where others can look the name up. */
export function whenPublic(look: Check['look']): Check['look'] {
  return (scene) =>
    isPublicName(scene.domain) ? look(scene) : skipped(`the world does not know ${scene.domain}`);
}

/** Trouble with mail that leaves is an error only where mail leaves. */
export function troubleOutbound({ context }: Scene, message: string, remedy: string): Finding {
  return { severity: context.transport.leavesMachine ? 'error' : 'warning', message, remedy };
}
