import { type Fault, faultsOf } from '../fault.ts';

const INTENTS = ['test/mcp/intents.test.ts'];
const TOOLS = ['test/entry/http/mcp.test.ts'];

export const mcp: readonly Fault[] = [
  ...faultsOf('shared/mcp/intents.ts', INTENTS, [
    ['export const SAME_FOR_MS = 15 * 60 * 1000;', 'export const SAME_FOR_MS = 16 * 60 * 1000;'],
    ['export const SAME_FOR_MS = 15 * 60 * 1000;', 'export const SAME_FOR_MS = 14 * 60 * 1000;'],
    ['digest([tool, ...scope, intent])', 'digest([tool, intent])'],
    ['digest([tool, ...scope, intent])', 'digest([...scope, intent])'],
    ['digest([tool, ...scope, canonical(input)])', 'digest([tool, canonical(input)])'],
    ['this.#remembered.size < MOST', 'true'],
  ]),
  ...faultsOf('daemon/entry/http/mcp/repeated-calls.ts', INTENTS, [
    ['[keyId ?? account.id]', '[account.id]'],
    [
      "    .where('account_id', '=', account.id)\n",
      '',
      'the keys have a digest of the caller, and of a period either one is as good',
    ],
    ["    .where('created_at', '>', now - SAME_FOR_MS)\n", ''],
    ['[keyOf(period - 1), keyOf(period), keyOf(period + 1)]', '[keyOf(period)]'],
  ]),
  ...faultsOf('daemon/entry/http/mcp/session.ts', TOOLS, [
    ['const keyId = principal.keyId ?? principal.account.id;', 'const keyId = principal.account.id;'],
    [
      'keyOfIntent(tool, [keyId, await mailboxId(call, about)], intent)',
      'keyOfIntent(tool, [keyId], intent)',
    ],
  ]),
  ...faultsOf('daemon/entry/http/mcp/calls.ts', TOOLS, [
    ['    assertMayCall(context, endpoint, principal);\n', ''],
    ['assertMayCall(context, endpoint, principal);', "if (endpoint.who === 'admin') throw notFound();"],
    ['metrics.requestEnded(endpoint.id, code, performance.now() - started);', ''],
    ['if (namesNothing(params)) throw notFound();', ''],
  ]),
];
