import { type Fault, faultsOf } from '../fault.ts';

const NODES = ['test/platform/store/postgres/nodes.test.ts'];
const REQUESTS = ['test/platform/store/postgres/nodes-requests.test.ts'];
const SHARES = ['test/access/nodes.deep.test.ts'];

export const cluster: readonly Fault[] = [
  ...faultsOf('daemon/platform/store/postgres/nodes/requests.ts', REQUESTS, [
    ['where run = $1 and answer is null', 'where answer is null'],
    ['where run = $1 and answer is null', 'where run = $1'],
    ['where id = $1 and run = $2 and answer is null', 'where id = $1 and answer is null'],
    ['where id = $1 and run = $2 and answer is null', 'where id = $1 and run = $2'],
    ['from nodes where run = any($4::uuid[])', 'from nodes where $4::uuid[] is not null'],
    ['where asker = $1 and', 'where'],
    ["'delete from node_requests where id = $1'", "'delete from node_requests where id = $1 and false'"],
  ]),
  ...faultsOf('daemon/platform/store/postgres/nodes/trust.ts', NODES, [
    ['this.#options.term * TRUST', 'this.#options.term'],
    ['this.#isOver ? 0 : ', ''],
  ]),
  ...faultsOf('daemon/platform/store/postgres/nodes/leases.ts', NODES, [
    ['where leases.run = excluded.run returning name', 'returning name'],
    ["'delete from leases where name = any($1) and run = $2'", "'delete from leases where name = any($1)'"],
    ['this.#held.get(name) === token && this.#node.isTrusted', 'this.#held.get(name) === token'],
    ['if (!isTrusted) return [];', ''],
  ]),
  ...faultsOf('daemon/access/may-call.ts', SHARES, [
    [' / store.cluster.size);', ');'],
    ['guards.requests.assertBelow(limit, credential, clock.now());', ''],
  ]),
];
