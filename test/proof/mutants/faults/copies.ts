import { type Fault, faultsOf } from '../fault.ts';

const COPIES = ['test/mail/copies/copies.test.ts'];

export const copies: readonly Fault[] = [
  ...faultsOf('daemon/mail/copies/send.ts', COPIES, [
    ['const COPIES_OF_ONE = 3;', 'const COPIES_OF_ONE = 30;'],
    ['if (!(await isCopyTarget(context, mailbox.copy_to))) return null;', ''],
    ['isCopy(secrets, source) || ', ''],
    [' || !(await isSettled(context, row))', ''],
    ["row.direction === 'inbound' ? row.from_address : null", 'null'],
    ["if (plan.outcome === 'accepted') await plan.deliver();", ''],
    ['context.clock.now() < deadline', 'false'],
    [" || mailbox.status === 'deleted'", ''],
    ["return account?.status === 'active';", 'return true;'],
  ]),
  ...faultsOf('daemon/mail/copies/compose.ts', COPIES, [
    ['...(isOwn || !PLAIN_ADDRESS.test(author) ? [] : [`Reply-To: <${author}>`]),', ''],
    ['isOwn || !PLAIN_ADDRESS.test(author)', '!PLAIN_ADDRESS.test(author)'],
    ["'Auto-Submitted: auto-generated',", ''],
    ['const isOwn = author.toLowerCase() === mailbox.address.toLowerCase();', 'const isOwn = false;'],
    ['.filter(({ name }) => KEPT.has(name))', ''],
    [' && timingSafeEqual(given, expected)', ''],
    ['<${mailbox.address}>`,', '<${author}>`,'],
  ]),
  ...faultsOf('daemon/mail/copies/address.ts', COPIES, [
    ['account.emailVerified && ', ''],
    [' || account.unlimited', ''],
    ["throw invalidField('copy_to', \"must be the account's own address or a confirmed recipient\");", ''],
    ['if (!(await isCopyTarget(context, address))) {', 'if (false) {'],
    ['if (simulatorScenario(address, config.platformDomain) !== null) return false;', ''],
  ]),
];
