import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FILE } from '../../daemon/platform/system/secrets.ts';
import { OPERATOR_TOKEN_FILE } from '../../shared/locator.ts';
import type { Service } from './service.ts';
import { temporaryHome } from './temporary.ts';

/** Nodes of each service that tests start; more than one needs `AGENTMAIL_TEST_STORE=postgres`. */
export const TEST_NODES = Number(process.env.AGENTMAIL_TEST_NODES ?? 1);

/** Homes of the further nodes of a service, by the home of its first one. */
const furtherHomes = new Map<string, readonly string[]>();

/** Homes with the same secret and operator token as the home of the first node, which has run. */
export function homesBeside(first: string): readonly string[] {
  const homes = furtherHomes.get(first) ?? Array.from({ length: TEST_NODES - 1 }, () => temporaryHome());
  furtherHomes.set(first, homes);
  for (const home of homes) {
    for (const file of [SECRET_FILE, OPERATOR_TOKEN_FILE]) copyFileSync(join(first, file), join(home, file));
  }
  return homes;
}

/**
 * A service whose requests and mail go to its nodes in turn. What looks into a daemon looks into the first.
 */
export function dealOut(nodes: readonly [Service, ...Service[]]): Service {
  let count = 0;
  const next = () => nodes[count++ % nodes.length] ?? nodes[0];
  const [{ daemon, home, clock }] = nodes;
  return {
    daemon,
    home,
    clock,
    call: (...input) => next().call(...input),
    must: (...input) => next().must(...input),
    request: (...input) => next().request(...input),
    operator: (endpoint, ...input) => next().operator(endpoint, ...input),
    deliver: (mail) => next().deliver(mail),
    async drain() {
      // Work of one node may begin work of another.
      for (let round = 0; round < 2; round++) for (const node of nodes) await node.drain();
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}
