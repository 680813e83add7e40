import { type Fault, faultsOf } from '../fault.ts';

const HELD = [
  'test/operation/notices/held.test.ts',
  'test/operation/notices/posts.test.ts',
  'test/operation/notices/targets.test.ts',
];
const MAIL = ['test/operation/notices/mail.test.ts'];

export const notices: readonly Fault[] = [
  ...faultsOf('daemon/operation/notices/held/inert.ts', HELD, [
    [".replaceAll('@', '[@]')", ''],
    [".replace(/(?<=[^\\s.])\\.(?=[^\\s.])/g, '[.]')", ''],
    [".replace(/(?<=\\p{L}):(?=\\S)/gu, '[:]')", ''],
  ]),
  ...faultsOf('daemon/operation/notices/held/plan.ts', HELD, [
    ['states.includes(state) && ', ''],
    ['mailboxes === null || mailboxes.includes', 'true || mailboxes.includes'],
    ["    .where('enabled', '=', true)\n", ''],
    ["    .where('pending_seq', 'is', null),", ','],
    ['target.digest_minutes * MINUTE', '0'],
  ]),
  ...faultsOf('daemon/operation/notices/held/gather.ts', HELD, [
    ['if (returned.length > 0) held', 'if (false) held'],
    ['if (count === 0) return null;', ''],
    ['const NAMED = 20;', 'const NAMED = 200;'],
    ["    .where('messages.state', 'in', states)\n", ''],
    ['pii_mode: row.pii_mode', "pii_mode: 'passthrough'"],
    ["    .where('events.seq', '>', after.seq)\n", "    .where('events.seq', '>=', after.seq)\n"],
  ]),
  ...faultsOf('daemon/operation/notices/held/send.ts', HELD, [
    ['times.at(-most)', 'times.at(-most - 1)'],
    ['if (allowedAt > context.clock.now()) return', 'if (false) return'],
    ["result.kind === 'retry' && wait !== undefined", 'false'],
    ['if (next) await planNotice(transaction, row, next);', ''],
    ["    .where('pending_seq', '=', pending_seq)\n", ''],
    ['attempts: row.attempts + 1', 'attempts: row.attempts'],
  ]),
  ...faultsOf('daemon/operation/notices/message-id.ts', HELD, [
    [' && timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(secrets, id)))', ''],
  ]),
  ...faultsOf('daemon/operation/notices/mail.ts', MAIL, [
    ["kind === 'elsewhere'", "kind !== 'unknown'"],
    ['context.clock.now() < deadline', 'true'],
    ["autoSubmitted: 'auto-generated'", 'autoSubmitted: null'],
    ["verdict.kind === 'accepted' || verdict.kind === 'ambiguous'", "verdict.kind === 'accepted'"],
  ]),
];
