import type { AccessContext } from '../../access/context.ts';

type OwnNameConfig = Pick<AccessContext['config'], 'mail' | 'platformDomain'>;

/** Name that this daemon gives itself to other mail servers. */
export function ownName({ mail, platformDomain }: OwnNameConfig): string {
  return mail.hostname ?? platformDomain;
}

/** Every name in which it could write results of authentication. */
export function namesOf(config: OwnNameConfig): string[] {
  return [...new Set([ownName(config), config.platformDomain])];
}
