import type { Context } from '../context.ts';

/** Domain of the reserved addresses that act out deliveries (decisions 7.25). */
export function simulatorDomain({ config }: Pick<Context, 'config'>): string {
  return `simulator.${config.platformDomain}`;
}
