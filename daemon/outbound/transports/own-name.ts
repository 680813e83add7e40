import type { Context } from '../../context.ts';

/** Name that this daemon gives itself to other mail servers. */
export function ownName({
  mail,
  platformDomain,
}: Pick<Context['config'], 'mail' | 'platformDomain'>): string {
  return mail.hostname ?? platformDomain;
}
